import { fork } from 'node:child_process';
import { constants } from 'node:os';
import { setTimeout as rest } from 'node:timers/promises';
import { RestartPace } from '../host/restart-pace.ts';
import { fewArenas } from '../bridge/few-arenas.ts';
import { supervisedVariable, type ServingIdentity, type ServingMessage, type SupervisorMessage } from './supervision.ts';

interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/**
 * Runs this program again in a process of its own and watches over it: one that has served and then crashes, in a native part for instance, is
 * started again under the same address. Stays until it ends of itself. @returns its exit code.
 */
export async function superviseServing(say: (line: string) => void): Promise<number> {
  const pace = new RestartPace();
  const stopping = new AbortController();
  let interrupt = (): void => {};
  for (const name of ['SIGINT', 'SIGTERM'] as const)
    process.on(name, () => {
      stopping.abort();
      interrupt();
    });
  let before: ServingIdentity | null = null;
  let notice: string | null = null;
  for (;;) {
    pace.started(performance.now());
    const ended = await runOnce(
      { before, notice },
      {
        onServing: (identity) => (before = identity),
        onStarted: (pass) => (interrupt = pass),
      },
    );
    interrupt = () => {};
    const code = ended.code ?? 128 + (ended.signal === null ? 0 : constants.signals[ended.signal]);
    if (code === 0 || before === null || stopping.signal.aborted) return code;
    const wait = pace.crashed(performance.now(), Math.random());
    const how = ended.signal ?? `exit code ${code}`;
    say(`The service has crashed (${how}) and is started again in ${(wait / 1000).toFixed(1)} s.`);
    notice = `The service crashed (${how}) and was started again at ${new Date().toISOString()}. What was indexed is kept; a job that ran then goes on or can be started again.`;
    await rest(wait, undefined, { signal: stopping.signal }).catch(() => {});
    if (stopping.signal.aborted) return code;
  }
}

interface Events {
  onServing(identity: ServingIdentity): void;
  /** @param interrupt passes an interruption on. */
  onStarted(interrupt: () => void): void;
}

function runOnce(begin: { before: ServingIdentity | null; notice: string | null }, events: Events): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = fork(process.argv[1]!, process.argv.slice(2), {
      stdio: 'inherit',
      env: { ...process.env, ...fewArenas(), [supervisedVariable]: '1' },
    });
    const send = (message: SupervisorMessage): void => {
      // One that is just ending hears nothing any more.
      if (child.connected) child.send(message, () => {});
    };
    child.on('message', ({ kind, identity }: ServingMessage) => {
      if (kind === 'serving') events.onServing(identity);
    });
    child.on('error', reject);
    child.on('exit', (code, signal) => resolve({ code, signal }));
    events.onStarted(() => send({ kind: 'interrupt' }));
    send({ kind: 'begin', ...begin });
  });
}
