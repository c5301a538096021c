import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { isProgram, programPaths } from '../main/services/runtime/find-program.ts';
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
export function findChromium(environment: NodeJS.ProcessEnv = process.env): string {
  const named = environment['CONTEXT_HUB_CHROMIUM'];
  if (named !== undefined && named !== '') {
    if (isProgram(named)) return named;
    throw new Error(`CONTEXT_HUB_CHROMIUM names ${named}, which is no program.`);
  }
  const onPath = programPaths(programNames, environment, process.platform === 'win32' ? ['.exe'] : ['']);
  const program = [...onPath, ...(usualPlaces[process.platform] ?? [])].find(isProgram);
  if (program === undefined) throw new Error(`No Chromium was found. ${advice}`);
  return program;
}

/** The same, after installing it where that can be done without asking: as root on Debian and its kin. Says on stderr what it does. */
export async function ensureChromium(): Promise<string> {
  try {
    return findChromium();
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
