import { beforeEach, describe, expect, it } from 'vitest';
import type { WireError } from '../../main/contract/errors.ts';
import { silentLogger } from '../../main/core/logger.ts';
import { ServiceSupervisor, type ServiceEvents } from '../../main/shell/service-supervisor.ts';

interface Run {
  events: ServiceEvents;
  ports: string[];
  stops: number;
  kills: number;
}

let runs: Run[];
let refused: { port: string; error: WireError }[];
let now: number;
let timers: { at: number; action: () => void }[];

/** Lets time pass; what is due happens in order. */
function pass(milliseconds: number): void {
  now += milliseconds;
  for (const timer of timers.filter(({ at }) => at <= now)) {
    timers = timers.filter((each) => each !== timer);
    timer.action();
  }
}

function supervisor(): ServiceSupervisor<string> {
  return new ServiceSupervisor<string>({
    logger: silentLogger,
    refuse: (port, error) => void refused.push({ port, error }),
    clock: {
      now: () => now,
      random: () => 1,
      after: (milliseconds, action) => {
        const timer = { at: now + milliseconds, action };
        timers.push(timer);
        return () => void (timers = timers.filter((each) => each !== timer));
      },
    },
    fork: (events) => {
      const run: Run = { events, ports: [], stops: 0, kills: 0 };
      runs.push(run);
      return {
        connect: (port) => void run.ports.push(port),
        stop: () => void (run.stops += 1),
        kill: () => void (run.kills += 1),
      };
    },
  });
}

beforeEach(() => {
  runs = [];
  refused = [];
  now = 1_000_000;
  timers = [];
});

describe('the service’s supervisor', () => {
  it('holds ports back until the process takes them', () => {
    const service = supervisor();
    service.start();
    service.start();
    service.connect('a');
    expect(runs).toHaveLength(1);
    expect(runs[0]!.ports).toEqual([]);
    runs[0]!.events.onSpawn();
    service.connect('b');
    expect(runs[0]!.ports).toEqual(['a', 'b']);
  });

  it('starts a crashed service again, later each time, and gives it the ports that wait', () => {
    const service = supervisor();
    service.start();
    const pauses: number[] = [];
    for (let crash = 0; crash < 8; crash += 1) {
      runs.at(-1)!.events.onSpawn();
      runs.at(-1)!.events.onExit(139);
      pauses.push(timers[0]!.at - now);
      service.connect(`port ${crash}`);
      pass(pauses.at(-1)!);
    }
    expect(runs).toHaveLength(9);
    expect(pauses).toEqual([250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
    runs.at(-1)!.events.onSpawn();
    expect(runs[1]!.ports).toEqual(['port 0']);
    // Then it is time to say so.
    expect(runs.at(-1)!.ports).toEqual([]);
    expect(refused.map(({ port }) => port)).toEqual(['port 2', 'port 3', 'port 4', 'port 5', 'port 6', 'port 7']);
    expect(refused[0]!.error.message).toMatch(/crashed 3 times/);
    runs.at(-1)!.events.onMessage({ kind: 'ready' });
    service.connect('at last');
    expect(runs.at(-1)!.ports).toEqual(['at last']);
  });

  it('forgets crashes of a service that ran well for a while', () => {
    const service = supervisor();
    service.start();
    for (const ranMs of [0, 0, 60_000]) {
      runs.at(-1)!.events.onSpawn();
      pass(ranMs);
      runs.at(-1)!.events.onExit(1);
      if (ranMs > 0) expect(timers[0]!.at - now).toBe(250);
      pass(10_000);
    }
    expect(runs).toHaveLength(4);
  });

  it('tells clients why a service cannot open, and again none of it when it could', () => {
    const service = supervisor();
    service.start();
    service.connect('early');
    runs[0]!.events.onMessage({ kind: 'failed', error: { code: 'store-newer', message: 'Install the newer version.' } });
    runs[0]!.events.onExit(1);
    service.connect('late');
    expect(refused.map(({ port, error }) => [port, error.code])).toEqual([
      ['early', 'store-newer'],
      ['late', 'store-newer'],
    ]);
    pass(10_000);
    runs[1]!.events.onSpawn();
    runs[1]!.events.onMessage({ kind: 'ready' });
    runs[1]!.events.onExit(1);
    service.connect('waits');
    expect(refused).toHaveLength(2);
  });

  it.each([null, undefined, 'text', 7, {}, { kind: 'failed' }, { kind: 'failed', error: { message: 7 } }])(
    'is not misled by the message %j',
    (message) => {
      const service = supervisor();
      service.start();
      runs[0]!.events.onMessage(message);
      runs[0]!.events.onExit(1);
      service.connect('a');
      expect(refused).toEqual([]);
    },
  );

  it('asks the service to end, waits for it, and starts it no more', async () => {
    const service = supervisor();
    service.start();
    runs[0]!.events.onSpawn();
    let ended = false;
    const stopping = service.stop().then(() => (ended = true));
    void service.stop();
    expect(runs[0]!.stops).toBe(1);
    await Promise.resolve();
    expect(ended).toBe(false);
    service.connect('too late');
    expect(refused[0]).toMatchObject({ port: 'too late', error: { code: 'disconnected' } });
    runs[0]!.events.onExit(0);
    await stopping;
    pass(100_000);
    service.start();
    expect(runs).toHaveLength(1);
    expect(runs[0]!.kills).toBe(0);
  });

  it('kills a service that does not end', async () => {
    const service = supervisor();
    service.start();
    const stopping = service.stop();
    pass(7_999);
    expect(runs[0]!.kills).toBe(0);
    pass(1);
    expect(runs[0]!.kills).toBe(1);
    runs[0]!.events.onExit(137);
    await stopping;
  });

  it('ends at once between two runs', async () => {
    const service = supervisor();
    service.start();
    runs[0]!.events.onExit(1);
    await service.stop();
    pass(100_000);
    expect(runs).toHaveLength(1);
  });

  it('does not let ports pile up', () => {
    const service = supervisor();
    service.start();
    for (let port = 0; port < 25; port += 1) service.connect(String(port));
    expect(refused.map(({ port }) => port)).toEqual(['0', '1', '2', '3', '4']);
  });
});
