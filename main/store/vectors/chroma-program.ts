import { execFile } from 'node:child_process';
import { open, stat } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { delimiter, dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { chromaEnvironment } from './chroma-configuration.ts';

const run = promisify(execFile);
/** The first import in a fresh Python environment compiles thousands of files. */
const probeTimeoutMs = 60_000;

/** A way to start a Chroma server of version 1; the path of the configuration file is its last argument. */
export interface ChromaProgram {
  /** For people, e.g. `Chroma 1.5.9 of /usr/bin/chroma`. */
  what: string;
  command: string;
  leadingArguments: readonly string[];
  /** True where the program itself ends when its standard input does, i.e. when we die. */
  watchesParent: boolean;
}

/** One place where a server may be; `find` throws an Error that says why it is none. */
export interface ChromaCandidate {
  what: string;
  find(): Promise<ChromaProgram>;
}

/** Where to look. */
export interface ChromaSearch {
  /** The user's own choice: a program, or the folder of a Python virtual environment with `chromadb`. */
  binary?: string | undefined;
  environment?: NodeJS.ProcessEnv;
  /** A Node program that can load the npm binding in a child process; null where there is none. */
  nodeProgram?: string | null;
  /** File of the npm binding; found by itself where left out. */
  bindingPath?: string;
}

/** The places to look, in order: the setting, the npm binding, every `chroma` on the PATH. */
export function chromaCandidates(search: ChromaSearch = {}): ChromaCandidate[] {
  const environment = search.environment ?? process.env;
  // Inside Electron execPath is the app itself, which must not be started a second time.
  const nodeProgram =
    search.nodeProgram === undefined ? (process.versions['electron'] ? null : process.execPath) : search.nodeProgram;
  const candidates: ChromaCandidate[] = [];
  const setting = search.binary;
  if (setting !== undefined && setting !== '') {
    candidates.push({ what: `the setting ${setting}`, find: () => fromSetting(resolve(setting)) });
  }
  candidates.push({ what: 'the npm binding', find: () => fromBinding(nodeProgram, search.bindingPath) });
  candidates.push({ what: 'chroma on the PATH', find: () => fromSearchPath(environment) });
  return candidates;
}

async function fromSetting(path: string): Promise<ChromaProgram> {
  const facts = await stat(path).catch(() => null);
  if (facts === null) throw new Error('does not exist');
  if (facts.isFile()) return await fromExecutable(path);
  for (const name of [join('bin', 'chroma'), join('Scripts', 'chroma.exe')]) {
    if ((await stat(join(path, name)).catch(() => null))?.isFile()) return await fromExecutable(join(path, name));
  }
  throw new Error('is a folder, but no Python environment with a chroma command');
}

async function fromSearchPath(environment: NodeJS.ProcessEnv): Promise<ChromaProgram> {
  const reasons: string[] = [];
  for (const folder of new Set((environment['PATH'] ?? environment['Path'] ?? '').split(delimiter))) {
    if (folder === '') continue;
    const path = join(folder, process.platform === 'win32' ? 'chroma.exe' : 'chroma');
    if (!(await stat(path).catch(() => null))?.isFile()) continue;
    try {
      return await fromExecutable(path);
    } catch (error) {
      reasons.push(`${path} ${(error as Error).message}`);
    }
  }
  throw new Error(reasons.length === 0 ? 'not there' : reasons.join('; '));
}

async function fromExecutable(path: string): Promise<ChromaProgram> {
  const head = await firstBytes(path);
  // npm puts such a script into node_modules/.bin, which `npm run` puts on the PATH.
  if (/^#!.*\bnode\b/.test(head)) throw new Error('is the command of the npm package, which needs the npm binding');
  const python = await interpreterOf(path, head);
  if (python !== null) return await fromPython(path, python);
  const printed = await probe(path, ['--version']);
  const version = /\bchroma (\d+)\.\d+\.\d+/.exec(printed);
  if (version === null) throw new Error('prints no version of Chroma');
  if (version[1] !== '1') throw new Error(`is ${version[0]}, not 1.x`);
  return { what: `${version[0]} of ${path}`, command: path, leadingArguments: ['run'], watchesParent: false };
}

/** Python's own start-up script imports the whole client library: 1.5 s and 111 MB instead of 0.1 s and 37 MB for the server alone. */
const pythonServer = `
import os, sys, threading
import chromadb_rust_bindings
def end_with_parent():
    while os.read(0, 4096):
        pass
    os._exit(1)
threading.Thread(target=end_with_parent, daemon=True).start()
chromadb_rust_bindings.cli(["chroma", "run", sys.argv[1]])
`;

async function fromPython(path: string, python: string): Promise<ChromaProgram> {
  const script = 'import importlib.metadata as m; print(m.version("chromadb")); import chromadb_rust_bindings';
  const version = (await probe(python, ['-E', '-c', script])).trim();
  if (!version.startsWith('1.')) throw new Error(`is chromadb ${version}, not 1.x`);
  return {
    what: `Chroma ${version} of ${path}`,
    command: python,
    leadingArguments: ['-E', '-c', pythonServer],
    watchesParent: true,
  };
}

/** The Python that runs the script; null where the file is no Python script. */
async function interpreterOf(path: string, head: string): Promise<string | null> {
  if (process.platform === 'win32') {
    const sibling = join(dirname(path), 'python.exe');
    return (await stat(sibling).catch(() => null))?.isFile() ? sibling : null;
  }
  // The second form is what pip writes where the interpreter's path is too long or has spaces.
  const named = /^#!(\S*python[\d.]*)\s/.exec(head)?.[1] ?? /^#!\/bin\/sh\n'''exec' "?([^"\n]*python[\d.]*)"? /.exec(head)?.[1];
  if (named === undefined) return null;
  return (await stat(named).catch(() => null))?.isFile() ? named : null;
}

/** The binding never returns; the worker beside it ends the process when our end of its standard input is closed. */
const bindingServer = `
new (require('node:worker_threads').Worker)(
  "const { readSync } = require('node:fs'); const piece = Buffer.alloc(64);" +
  "try { while (readSync(0, piece) > 0); } catch {} process.kill(process.pid, 'SIGKILL');", { eval: true });
require(process.argv[1]).cli(['chroma', 'run', process.argv[2]]);
`;

async function fromBinding(nodeProgram: string | null, bindingPath: string | undefined): Promise<ChromaProgram> {
  if (nodeProgram === null) throw new Error('needs a Node program to run in, which this host has not');
  const path = bindingPath ?? installedBinding();
  await probe(nodeProgram, [
    '-e',
    "if (typeof require(process.argv[1]).cli !== 'function') throw new Error('has no server in it')",
    path,
  ]);
  return {
    what: 'Chroma of the npm package',
    command: nodeProgram,
    leadingArguments: ['-e', bindingServer, path],
    watchesParent: true,
  };
}

function installedBinding(): string {
  const suffixes: Record<string, string> = { linux: '-gnu', win32: '-msvc' };
  const name = `chromadb-js-bindings-${process.platform}-${process.arch}${suffixes[process.platform] ?? ''}`;
  try {
    return createRequire(import.meta.url).resolve(name);
  } catch {
    throw new Error(`${name} is not installed`);
  }
}

/** Runs a command in a child process, where code that does not load can do no harm; throws with the line that says why. */
async function probe(command: string, commandArguments: readonly string[]): Promise<string> {
  try {
    const options = {
      timeout: probeTimeoutMs,
      env: chromaEnvironment(process.env),
      windowsHide: true,
      killSignal: 'SIGKILL' as const,
    };
    return (await run(command, [...commandArguments], options)).stdout;
  } catch (error) {
    const lines = ((error as { stderr?: string }).stderr ?? '').split('\n').map((line) => line.trim());
    const reason = lines.findLast((line) => /^\w*(Error|Exception)\b.*:/.test(line)) ?? lines.findLast((line) => line !== '');
    throw new Error(`does not load: ${(reason ?? (error as Error).message.split('\n')[0] ?? '').slice(0, 300)}`, {
      cause: error,
    });
  }
}

async function firstBytes(path: string): Promise<string> {
  await using file = await open(path, 'r');
  const { buffer, bytesRead } = await file.read(Buffer.alloc(1024), 0, 1024, 0);
  return buffer.toString('latin1', 0, bytesRead);
}
