import { spawn } from 'node:child_process';

export interface BrowserCommand {
  program: string;
  arguments: string[];
}

/** How a platform opens an address in the user's browser; null where nobody sits in front of a screen. */
export function browserCommand(
  address: string,
  platform: NodeJS.Platform,
  environment: Readonly<Record<string, string | undefined>>,
): BrowserCommand | null {
  // Over a remote shell the screen is another machine's, unless it is forwarded.
  const hasScreen = (environment['DISPLAY'] ?? '') !== '' || (environment['WAYLAND_DISPLAY'] ?? '') !== '';
  const isRemote = (environment['SSH_CONNECTION'] ?? '') !== '';
  if (platform === 'darwin') return isRemote ? null : { program: 'open', arguments: [address] };
  // Not by `start`, which belongs to a shell that reads `&` and `%` in the address.
  if (platform === 'win32')
    return isRemote ? null : { program: 'rundll32.exe', arguments: ['url.dll,FileProtocolHandler', address] };
  return hasScreen ? { program: 'xdg-open', arguments: [address] } : null;
}

/** Opens it, and says in a line when that fails: the address is printed anyway. Nothing waits for the browser. */
export function openBrowser(command: BrowserCommand, say: (line: string) => void): void {
  let said = false;
  const failed = (reason: string): void => {
    if (!said) say(`No browser could be opened (${command.program}: ${reason}); open the address yourself.`);
    said = true;
  };
  const child = spawn(command.program, command.arguments, { stdio: 'ignore', detached: true });
  child.on('error', (error) => failed(error.message));
  child.on('exit', (code) => {
    if (code !== 0 && code !== null) failed(`it ended with ${code}`);
  });
  child.unref();
}
