import { execFileSync } from 'node:child_process';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HubError } from '../../contract/errors.ts';
import { defaultDataDirectory } from '../runtime/data-directory.ts';
import { isProgram, programPaths } from '../runtime/find-program.ts';
import type { BridgeCommand } from './server-entry.ts';

/** How long a program may take to say its version. Unit: milliseconds. */
const versionMs = 5_000;

/**
 * The bridge's file: in a checkout one that runs the sources, else the bundled one; beside the archive in the packaged app, since a plain Node reads no archive.
 * @param moduleUrl of this file, or of the bundle that holds it.
 */
export function bridgeFile(moduleUrl: string = import.meta.url): string {
  if (!moduleUrl.endsWith('.ts'))
    return fileURLToPath(new URL('./mcp-bridge.js', moduleUrl.replace('/app.asar/', '/app.asar.unpacked/')));
  return fileURLToPath(new URL('../../../bin/mcp-bridge.js', moduleUrl));
}

/** How clients start the bridge of a data directory, by absolute paths. Throws `not-found` where no Node is there to run it. */
export function bridgeCommand(dataDirectory: string): BridgeCommand {
  const isDefault = resolve(dataDirectory) === resolve(defaultDataDirectory());
  return { command: nodeProgram(), args: [bridgeFile(), ...(isDefault ? [] : ['--data-dir', resolve(dataDirectory)])] };
}

/** The Node that runs this, or one of the machine where this is the desktop app. */
function nodeProgram(): string {
  if (process.versions['electron'] === undefined) return process.execPath;
  const endings = process.platform === 'win32' ? ['.exe'] : [''];
  for (const path of programPaths(['node'], process.env, endings)) if (isProgram(path) && isNewEnough(path)) return path;
  throw new HubError(
    'not-found',
    'Agents start a small program that needs Node 22.18 or newer, and none was found on this machine. Install it, then connect again.',
  );
}

function isNewEnough(path: string): boolean {
  try {
    const [, major = '0', minor = '0'] =
      /^v(\d+)\.(\d+)/.exec(execFileSync(path, ['--version'], { encoding: 'utf8', timeout: versionMs })) ?? [];
    return Number(major) > 22 || (Number(major) === 22 && Number(minor) >= 18);
  } catch {
    return false;
  }
}
