import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { createContext, exitCodes } from './cli/context.ts';
import { ensureDesktopBuild, runDesktop } from './cli/desktop.ts';
import { serveInterface } from './cli/serve.ts';
import { interruptSignal } from './cli/signals.ts';
import { superviseServing } from './cli/supervise-serving.ts';
import { supervision } from './cli/supervision.ts';
import { asHubError, HubError } from './contract/errors.ts';
import { projectFolder } from './host/build.ts';
import { findDesktopProgram } from './host/desktop-program.ts';

/** npm runs scripts in the project's folder and keeps the one in which the words were typed. */
const typedIn = process.env['INIT_CWD'] ?? '.';
const usage = 'npm start [-- [--data-dir FOLDER] [--browser] [--no-open] FOLDER|GIT-URL|LLMS-FULL.TXT …]';

/**
 * `npm start [-- SOURCE…]`: the desktop app where Electron's program is, else the same interface in the browser. Sources that are given
 * are added and indexed in view.
 */
async function start(words: readonly string[]): Promise<number> {
  const { values, positionals } = readWords(words);
  const say = (line: string): void => void process.stderr.write(`${line}\n`);
  const sources = positionals.map(fromWhereItWasTyped);
  const dataDirectory = values['data-dir'] === undefined ? undefined : resolve(typedIn, values['data-dir']);

  const desktop = values.browser
    ? null
    : findDesktopProgram(projectFolder, {
        platform: process.platform,
        environment: process.env,
        isRoot: process.getuid?.() === 0,
      });
  if (desktop !== null && 'path' in desktop) {
    await ensureDesktopBuild(say, interruptSignal());
    const flags = dataDirectory === undefined ? [] : [`--data-dir=${dataDirectory}`];
    return runDesktop(desktop.path, [...flags, ...sources]);
  }
  if (supervision() === null) {
    if (desktop !== null) say(`The desktop app cannot be started, ${desktop.reason}; the browser shows the same.`);
    return superviseServing(say);
  }
  const context = createContext(dataDirectory === undefined ? {} : { dataDir: dataDirectory }, interruptSignal());
  await serveInterface(context, { port: 0, openBrowser: !values['no-open'], sources });
  return exitCodes.done;
}

function readWords(words: readonly string[]) {
  try {
    return parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { 'data-dir': { type: 'string' }, browser: { type: 'boolean' }, 'no-open': { type: 'boolean' } },
    });
  } catch (thrown) {
    throw new HubError('usage', `${(thrown as Error).message}\nUse: ${usage}`);
  }
}

function fromWhereItWasTyped(word: string): string {
  const typed = resolve(typedIn, word);
  return existsSync(typed) ? typed : word;
}

try {
  process.exitCode = await start(process.argv.slice(2));
} catch (thrown) {
  const error = asHubError(thrown);
  process.stderr.write(`${error.message}\n`);
  process.exitCode = error.code === 'usage' ? exitCodes.usage : exitCodes.failed;
}
