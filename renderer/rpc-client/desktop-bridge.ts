/** What the desktop app's preload gives the page, and nothing else; absent in a browser. */
export interface DesktopBridge {
  readonly platform: string;
  /** Asks for a connection to the service; the port arrives as a window message that carries the nonce. */
  connect(nonce: string): void;
  /** Absolute path of a dropped file or folder; empty where it has none. */
  pathForFile(file: File): string;
  /** The system's dialog; null after cancelling. */
  pickFolder(): Promise<string | null>;
}

declare global {
  interface Window {
    readonly contextHub?: DesktopBridge;
  }
}

/** The desktop app around this page, where there is one. */
export function desktopBridge(): DesktopBridge | null {
  return window.contextHub ?? null;
}
