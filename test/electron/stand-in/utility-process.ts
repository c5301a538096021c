import { fork, type ChildProcess } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { requireReady } from './lifecycle.ts';
import { PortRelay, type PortFrame, type StandInPort } from './message-ports.ts';

/** From the parent to the child, and back without ports. */
export type UtilityFrame = { kind: 'message'; data: unknown; ports: number[] } | PortFrame;

/** Process ids of all that run, for tests that kill one. */
export const utilityProcesses = new Map<number, string>();
const childEntry = new URL('utility-child.ts', import.meta.url).href;

class StandInUtilityProcess extends EventEmitter implements Pick<Electron.UtilityProcess, 'postMessage' | 'kill' | 'pid'> {
  readonly #child: ChildProcess;
  readonly #relay = new PortRelay((frame) => this.#send(frame));
  pid: number | undefined;

  constructor(child: ChildProcess, name: string) {
    super();
    this.#child = child;
    child.once('spawn', () => {
      this.pid = child.pid;
      utilityProcesses.set(child.pid!, name);
      this.emit('spawn');
    });
    child.on('message', (frame: UtilityFrame) => {
      if (frame.kind === 'message') this.emit('message', frame.data);
      else this.#relay.receive(frame);
    });
    child.once('exit', (code, signal) => {
      if (this.pid !== undefined) utilityProcesses.delete(this.pid);
      this.#relay.end();
      this.pid = undefined;
      this.emit('exit', code ?? (signal === null ? 1 : 128));
    });
    child.on('error', () => null);
  }

  postMessage(data: unknown, ports: readonly unknown[] = []): void {
    structuredClone(data);
    this.#send({ kind: 'message', data, ports: (ports as StandInPort[]).map((port) => this.#relay.add(port.transfer())) });
  }

  kill(): boolean {
    return this.#child.kill('SIGTERM');
  }

  #send(frame: UtilityFrame): void {
    if (this.#child.connected) this.#child.send(frame, () => null);
  }
}

/**
 * The real entry in a real process of plain Node, with a `process.parentPort`. What Electron adds to Node there is missing.
 * https://www.electronjs.org/docs/latest/api/utility-process
 */
export const utilityProcess = {
  fork(modulePath: string, args: string[] = [], options: Electron.ForkOptions = {}): Electron.UtilityProcess {
    requireReady('utilityProcess.fork');
    const child = fork(modulePath, args, {
      execArgv: ['--import', childEntry],
      env: (options.env ?? process.env) as NodeJS.ProcessEnv,
      serialization: 'advanced',
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    return new StandInUtilityProcess(child, options.serviceName ?? 'Node Utility Process') as unknown as Electron.UtilityProcess;
  },
} satisfies { fork: typeof Electron.UtilityProcess.fork };
