import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import { chromaEnvironment } from './chroma-configuration.ts';
import { askHeartbeat } from './chroma-heartbeat.ts';
import type { ChromaProgram } from './chroma-program.ts';

const heartbeatIntervalMs = 25;
/** A large index takes about 2 s to come up after a crash. */
const readyTimeoutMs = 60_000;
/** Bytes of output kept to explain a failed start. */
const tailBytes = 2_000;

/** One running server process. */
export class ChromaChild {
  readonly processId: number;
  /** Resolves when the process is gone. */
  readonly gone: Promise<void>;
  readonly #child: ChildProcess;
  #isGone = false;
  #tail = '';

  private constructor(
    child: ChildProcess,
    processId: number,
    onOutput: (chunk: Uint8Array) => void,
    watchdog: ChildProcess | null,
  ) {
    this.#child = child;
    this.processId = processId;
    for (const stream of [child.stdout, child.stderr]) {
      stream?.on('data', (chunk: Buffer) => {
        onOutput(chunk);
        this.#tail = (this.#tail + chunk.toString('utf8')).slice(-tailBytes);
      });
      stream?.on('error', () => {});
      (stream as unknown as { unref?: () => void })?.unref?.();
    }
    this.gone = new Promise((resolve) => {
      child.once('exit', () => {
        this.#isGone = true;
        watchdog?.kill('SIGKILL');
        resolve();
      });
    });
    child.unref(); // a forgotten server must not keep a finished command alive
  }

  /** Starts the program with a configuration file; its folder becomes the working directory. */
  static async spawn(program: ChromaProgram, configurationPath: string, folder: string, onOutput: (chunk: Uint8Array) => void) {
    const child = spawn(program.command, [...program.leadingArguments, configurationPath], {
      cwd: folder,
      env: chromaEnvironment(process.env),
      stdio: ['pipe', 'pipe', 'pipe'],
      // A process group of its own: Ctrl-C in our terminal would reach it, and SIGINT makes it spin for ever.
      detached: true,
      windowsHide: true,
    });
    await new Promise((resolve, reject) => {
      child.once('spawn', resolve);
      child.once('error', reject);
    });
    child.on('error', () => {});
    child.stdin?.on('error', () => {});
    (child.stdin as unknown as { unref?: () => void })?.unref?.(); // stays open as long as we live
    const processId = child.pid as number;
    return new ChromaChild(
      child,
      processId,
      onOutput,
      program.watchesParent ? null : startWatchdog(processId, configurationPath),
    );
  }

  get isGone(): boolean {
    return this.#isGone;
  }

  /** The last of what it printed, in one line. */
  get lastWords(): string {
    return this.#tail.replaceAll(/\s+/g, ' ').trim().slice(-300);
  }

  /** Waits for our server's heartbeat; `busy` where another server has the port, `failed` where the process ends or stays mute. */
  async ready(port: number, marker: string): Promise<'ready' | 'busy' | 'failed'> {
    const deadline = performance.now() + readyTimeoutMs;
    while (performance.now() < deadline) {
      const heartbeat = await askHeartbeat(port, marker);
      if (heartbeat === 'ours') return 'ready';
      if (heartbeat === 'other') return 'busy';
      // A taken port ends the process with exit code 0, so the code says nothing.
      if (this.#isGone) return this.#tail.includes('not available') ? 'busy' : 'failed';
      await delay(heartbeatIntervalMs);
    }
    return 'failed';
  }

  /** SIGKILL: after SIGTERM the server stops answering, spins and never exits. What it acknowledged is on disk. */
  async kill(): Promise<void> {
    if (this.#isGone) return;
    this.#child.ref(); // or our process could end, were this the last thing it waits for
    this.#child.kill('SIGKILL');
    await this.gone;
  }
}

/**
 * For programs that do not notice our death: a shell that waits for the end of its standard input, which comes when we die
 * in whatever way, and then kills the server if that process id still is the server. POSIX only; on Windows the next start
 * clears up.
 */
function startWatchdog(processId: number, configurationPath: string): ChildProcess | null {
  if (process.platform === 'win32') return null;
  const script =
    'trap "" INT TERM HUP; while read -r line; do :; done; ' +
    'if [ -r "/proc/$1/cmdline" ]; then tr "\\0" "\\n" < "/proc/$1/cmdline" | grep -qxF -e "$2" || exit 0; fi; kill -9 "$1"';
  const watchdog = spawn('/bin/sh', ['-c', script, 'sh', String(processId), configurationPath], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  watchdog.on('error', () => {});
  watchdog.stdin?.on('error', () => {});
  (watchdog.stdin as unknown as { unref?: () => void })?.unref?.();
  watchdog.unref();
  return watchdog;
}
