import { execFile, spawn } from 'node:child_process';
import { mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { waitForLock } from './wait-for-lock.ts';

const run = promisify(execFile);
const chromaRequirement = 'chromadb==1.5.9';
const cacheFolder = fileURLToPath(new URL('../.cache/', import.meta.url));

/**
 * The path of a `chroma` program of version 1 for tests and benchmarks: the one that CONTEXT_HUB_CHROMA names, else the one in
 * `.cache/chroma-venv`, which is made where it is missing (python3 and pip; some 520 MB). Says on stderr what it does.
 */
export async function ensureChromaServer(): Promise<string> {
  const named = process.env['CONTEXT_HUB_CHROMA'];
  if (named !== undefined && named !== '') {
    if (!(await exists(named))) throw new Error(`CONTEXT_HUB_CHROMA names ${named}, which does not exist.`);
    return named;
  }
  const folder = join(cacheFolder, 'chroma-venv');
  const program = process.platform === 'win32' ? join(folder, 'Scripts', 'chroma.exe') : join(folder, 'bin', 'chroma');
  if (await isComplete(folder, program)) return program;
  await mkdir(cacheFolder, { recursive: true });
  using _lock = await waitForLock(join(cacheFolder, 'chroma-venv.lock'));
  if (!(await isComplete(folder, program))) await install(folder);
  if (!(await isComplete(folder, program))) throw new Error(`${chromaRequirement} was installed, but ${program} does not run.`);
  return program;
}

async function install(folder: string): Promise<void> {
  say(`Installing ${chromaRequirement} into ${folder}; this is needed once and takes a minute or two.`);
  await rm(folder, { recursive: true, force: true });
  const python = await findPython();
  await step(python, ['-m', 'venv', folder], 'Install the venv module of Python (on Debian: apt install python3-venv).');
  const venvPython = process.platform === 'win32' ? join(folder, 'Scripts', 'python.exe') : join(folder, 'bin', 'python');
  const advice = 'Check that pip reaches a package index, or set CONTEXT_HUB_CHROMA to a chroma program of version 1.';
  await step(venvPython, ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', chromaRequirement], advice);
  say('Chroma is installed.');
}

async function findPython(): Promise<string> {
  for (const name of ['python3', 'python']) {
    try {
      const check = 'import sys; sys.exit(0 if sys.version_info >= (3, 9) else 1)';
      await run(name, ['-c', check]);
      return name;
    } catch {
      // the next one
    }
  }
  throw new Error(
    'The tests need a Chroma server, and no python3 of 3.9 or newer is there to install one with. Install python3 with venv and pip, or set CONTEXT_HUB_CHROMA to a chroma program of version 1.',
  );
}

/** Runs one command with its output on our stderr. */
async function step(command: string, commandArguments: string[], advice: string): Promise<void> {
  const child = spawn(command, commandArguments, { stdio: ['ignore', process.stderr, process.stderr] });
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', resolve);
  });
  if (code !== 0) throw new Error(`${command} ${commandArguments.join(' ')} failed with exit code ${code}. ${advice}`);
}

/** A half-made environment has a program that does not run; one that ran once is marked, since asking takes a second. */
async function isComplete(folder: string, program: string): Promise<boolean> {
  const mark = join(folder, `complete-${chromaRequirement}`);
  if (!(await exists(program))) return false;
  if (await exists(mark)) return true;
  try {
    if (!/\bchroma 1\./.test((await run(program, ['--version'])).stdout)) return false;
    await writeFile(mark, '');
    return true;
  } catch {
    return false;
  }
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null)) !== null;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

if (import.meta.main) process.stdout.write(`${await ensureChromaServer()}\n`);
