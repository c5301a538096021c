import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';
import { say } from './run-tests/run-program.ts';

const run = promisify(execFile);
/** In this order: what a Linux distribution, Chrome and Edge call themselves. */
const programNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome', 'msedge'];
/** Where macOS and Windows keep a browser that is not on the PATH. */
const usualPlaces: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: [
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  ],
  win32: ['ProgramFiles', 'ProgramFiles(x86)', 'LocalAppData'].flatMap((variable) => {
    const folder = process.env[variable];
    return folder === undefined
      ? []
      : [join(folder, 'Google/Chrome/Application/chrome.exe'), join(folder, 'Microsoft/Edge/Application/msedge.exe')];
  }),
};
/** A mirror that answers slowly must not hold a run for ever. */
const aptLimitMs = 8 * 60_000;
const advice = 'Install Chromium or Chrome (on Debian: apt install chromium), or set CONTEXT_HUB_CHROMIUM to its program.';

/** The Chromium, Chrome or Edge for the tests: the one that CONTEXT_HUB_CHROMIUM names, else the first that is installed. Throws where there is none. */
export async function findChromium(environment: NodeJS.ProcessEnv = process.env): Promise<string> {
  const named = environment['CONTEXT_HUB_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (await isProgram(named)) return named;
    throw new Error(`CONTEXT_HUB_CHROMIUM names ${named}, which is no program.`);
  }
  const folders = (environment['PATH'] ?? '').split(delimiter).filter((folder) => folder !== '');
  const suffix = process.platform === 'win32' ? '.exe' : '';
  const onPath = programNames.flatMap((name) => folders.map((folder) => join(folder, name + suffix)));
  for (const program of [...onPath, ...(usualPlaces[process.platform] ?? [])]) if (await isProgram(program)) return program;
  throw new Error(`No Chromium was found. ${advice}`);
}

/** The same, after installing it where that can be done without asking: as root on Debian and its kin. Says on stderr what it does. */
export async function ensureChromium(): Promise<string> {
  try {
    return await findChromium();
  } catch (error) {
    if (process.platform !== 'linux' || process.getuid?.() !== 0 || process.env['CONTEXT_HUB_CHROMIUM'] !== undefined)
      throw error;
  }
  say('Installing Debian’s chromium; this is needed once and takes a minute or two.');
  const options = {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: aptLimitMs,
    maxBuffer: 64 * 1024 * 1024,
  };
  try {
    await run('apt-get', ['update', '-q'], options).catch(() => null);
    await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], options);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n').slice(0, 3).join(' ') : String(error);
    throw new Error(`apt-get could not install chromium: ${reason} ${advice}`, { cause: error });
  }
  return findChromium();
}

async function isProgram(path: string): Promise<boolean> {
  return access(path, constants.X_OK).then(
    () => true,
    () => false,
  );
}
