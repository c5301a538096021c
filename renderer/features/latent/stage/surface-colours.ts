/** Colours of the window that the picture shares, as the browser resolves them: `rgb(…)`. */
export interface SurfaceColours {
  ground: string;
  focus: string;
  text: string;
}

/** Reads the tokens of tokens.css as they come out in the appearance of now. */
export function readSurface(element: HTMLElement): SurfaceColours {
  const probe = document.createElement('span');
  (element.isConnected ? element : document.body).append(probe);
  const resolve = (token: string): string => {
    probe.style.color = `var(${token})`;
    return getComputedStyle(probe).color;
  };
  const colours = { ground: resolve('--ground'), focus: resolve('--focus'), text: resolve('--text') };
  probe.remove();
  return colours;
}
