import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Bridge } from './bridge/bridge.ts';
import { Lines } from './bridge/lines.ts';
import { startHub } from './bridge/start-hub.ts';
import { mcpAddressVersion, mcpRuntimeDirectory, mcpSocketPath, mcpTokenPath, type Hello } from './core/mcp-address.ts';
import { defaultDataDirectory } from './services/runtime/data-directory.ts';

/**
 * `context-hub mcp`: what agents start. A pipe between their standard streams and the hub's socket; it holds no index and no model, and ends with its client. Nothing heavy
 * may be imported here: each session of each agent runs one.
 */

/** How often the parent is looked at. Unit: milliseconds. */
const parentMs = 1_000;
/** How long answers that are under way may take once the client has closed its end. Unit: milliseconds. */
const finishMs = 1_500;

const { dataDirectory, mayStart } = readArguments(process.argv.slice(2));
const address = mcpSocketPath({
  dataDirectory,
  runtimeDirectory: mcpRuntimeDirectory(process.getuid?.()),
  platform: process.platform,
});

let isEnding = false;
function exit(code: number): void {
  if (isEnding) return;
  isEnding = true;
  bridge.end();
  // What was written may still be on its way; a reader that is gone takes nothing.
  setTimeout(() => process.exit(code), 300).unref();
  process.stdout.write('', () => process.exit(code));
}

// A client that went away makes writing fail; saying so would fail again.
process.on('uncaughtException', () => process.exit(1));
process.on('unhandledRejection', () => process.exit(1));
process.stdout.on('error', () => process.exit(0));
process.stderr.on('error', () => {});
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, () => exit(0));

const bridge = new Bridge({
  address,
  hello,
  version: ownVersion(),
  write: (line) => {
    process.stdout.write(line);
    const goesOn = process.stdout.write('\n');
    if (!goesOn) process.stdout.once('drain', () => bridge.resume());
    return goesOn;
  },
  start: mayStart ? (failed) => startHub({ dataDirectory, address }, failed) : null,
  otherVersion,
  dataDirectory,
});

const parent = process.ppid;
setInterval(() => {
  if (process.ppid !== parent) exit(0);
}, parentMs).unref();

const lines = new Lines(
  (line) => bridge.take(line),
  () => bridge.tooLong(),
);
await bridge.open();
process.stdin.on('data', (bytes: Buffer) => lines.push(bytes));
process.stdin.on('error', () => exit(0));
process.stdin.on('end', finish);
process.stdin.on('close', finish);

function finish(): void {
  const since = performance.now();
  const look = (): void => {
    if (bridge.isIdle || performance.now() - since > finishMs) exit(0);
    else setTimeout(look, 25);
  };
  look();
}

function readArguments(words: readonly string[]): { dataDirectory: string; mayStart: boolean } {
  const given = words.indexOf('--data-dir');
  const flag =
    given === -1 ? words.find((word) => word.startsWith('--data-dir='))?.slice('--data-dir='.length) : words[given + 1];
  const chosen = flag ?? process.env['CONTEXT_HUB_DATA_DIR'];
  return {
    dataDirectory: resolve(chosen === undefined || chosen === '' ? defaultDataDirectory() : chosen),
    mayStart: !words.includes('--no-start') && process.env['CONTEXT_HUB_MCP_START'] !== '0',
  };
}

function hello(): Hello {
  const { env } = process;
  const session = env['CLAUDE_CODE_SESSION_ID'] ?? env['CONTEXT_HUB_SESSION'];
  const token = process.platform === 'win32' ? readToken() : undefined;
  return {
    project: env['CLAUDE_PROJECT_DIR'] ?? env['CONTEXT_HUB_PROJECT'] ?? process.cwd(),
    ...(session === undefined ? {} : { session }),
    ...(token === undefined ? {} : { token }),
  };
}

function readToken(): string | undefined {
  try {
    return readFileSync(mcpTokenPath(dataDirectory, process.platform), 'utf8').trim();
  } catch {
    return undefined;
  }
}

/** Sockets of other versions in the data directory: what an older or newer program left or serves. */
function otherVersion(): boolean {
  if (process.platform === 'win32') return false;
  try {
    return readdirSync(join(dataDirectory, 'run')).some(
      (name) => /^mcp-v\d+\.sock$/.test(name) && name !== `mcp-v${mcpAddressVersion}.sock`,
    );
  } catch {
    return false;
  }
}

/** Of the package; `main` in the sources lies in it, `out/main` in the bundle one folder deeper. */
function ownVersion(): string {
  const place = import.meta.url.endsWith('.ts') ? '../package.json' : '../../package.json';
  try {
    return (JSON.parse(readFileSync(new URL(place, import.meta.url), 'utf8')) as { version: string }).version;
  } catch {
    return 'unknown';
  }
}
