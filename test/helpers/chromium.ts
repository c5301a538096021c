import { chromium, type Browser, type LaunchOptions } from 'playwright-core';
import { findChromium } from '../../scripts/get-chromium.ts';

/**
 * How tests start a browser: the installed one, in its own new profile, drawing in software and calling nobody. As root it has to run
 * without its sandbox, which no test here is about.
 */
function chromiumOptions(): LaunchOptions {
  return {
    executablePath: findChromium(),
    headless: true,
    chromiumSandbox: process.platform !== 'linux' || process.getuid?.() !== 0,
    args: [
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // Numbers and shapes come out alike on every machine.
      '--force-color-profile=srgb',
      '--font-render-hinting=none',
    ],
  };
}

/** software: WebGL that the processor draws, alike on every machine with a graphics card or without; none: a page gets no context. */
const drawing = {
  software: ['--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'],
  none: ['--disable-gpu', '--disable-3d-apis'],
} as const;

/** A browser for tests; `await using` closes it. */
export function launchChromium(options: LaunchOptions & { webGl?: keyof typeof drawing | undefined } = {}): Promise<Browser> {
  const { webGl, ...others } = options;
  const own = chromiumOptions();
  const flags = (own.args ?? []).filter((flag) => flag !== '--disable-gpu');
  return chromium.launch({ ...own, ...(webGl === undefined ? {} : { args: [...flags, ...drawing[webGl]] }), ...others });
}
