import { describe, expect, it } from 'vitest';
import type { HubState } from '../../../main/contract/hub-contract.ts';
import { askAhead } from '../../../renderer/app/ask-ahead.ts';
import type { HubConnection } from '../../../renderer/rpc-client/hub-connection.ts';

function state(generation: number): HubState {
  return { generation, jobs: [], writer: { state: 'ready', message: null } };
}

/** A connection that notes what it is asked, with a stream of two states. */
function noting(asked: string[], answer: () => Promise<unknown>): { connection: HubConnection; left: () => boolean } {
  let hasLeft = false;
  async function* states(): AsyncGenerator<HubState> {
    try {
      yield await Promise.resolve(state(1));
      yield state(2);
    } finally {
      hasLeft = true;
    }
  }
  const connection = {
    call: (name: string) => {
      asked.push(name);
      return answer();
    },
    stream: (name: string) => {
      asked.push(name);
      return states();
    },
  } as unknown as HubConnection;
  return { connection, left: () => hasLeft };
}

describe('what is asked before there is a window', () => {
  it('is what the start page shows, after the states have begun', async () => {
    const asked: string[] = [];
    const { connection } = noting(asked, () => Promise.resolve('answered'));
    const { answers } = askAhead(connection, '#/search');
    expect(asked).toEqual(['hub.state', 'hub.status', 'searches.list', 'history.list', 'sources.list']);
    expect(answers.map(({ key }) => key[1])).toEqual(asked.slice(1));
    expect(await answers[0]!.answer).toBe('answered');
  });

  it.each(['#/search?q=tone', '#/settings', '#/sources/voicekit', '#/nonsense'])(
    'is the status alone for another screen: %s',
    (hash) => {
      const asked: string[] = [];
      askAhead(noting(asked, () => Promise.resolve(null)).connection, hash);
      expect(asked).toEqual(['hub.state', 'hub.status']);
    },
  );

  it('hands the states on from the first, and ends them when they are left', async () => {
    const { connection, left } = noting([], () => Promise.resolve(null));
    const { states } = askAhead(connection, '');
    const seen: number[] = [];
    for await (const { generation } of states) {
      seen.push(generation);
      if (generation === 2) break;
    }
    expect(seen).toEqual([1, 2]);
    expect(left()).toBe(true);
  });

  it('that fails disturbs nobody before somebody wants it', async () => {
    const unhandled: unknown[] = [];
    const note = (reason: unknown): unknown => unhandled.push(reason);
    process.on('unhandledRejection', note);
    const { connection } = noting([], () => Promise.reject(new Error('gone')));
    const { answers } = askAhead(connection, '');
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
    await expect(answers[0]!.answer).rejects.toThrow('gone');
  });
});
