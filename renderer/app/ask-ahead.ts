import type { HubContract, HubState } from '../../main/contract/hub-contract.ts';
import type { InputOf } from '../../main/contract/procedure.ts';
import { callKey, type HubCallName } from '../rpc-client/call-key.ts';
import type { HubConnection } from '../rpc-client/hub-connection.ts';
import { parseRoute } from '../router/route.ts';
import { recentSearches } from '../state/recent-searches.ts';

/** What is under way before there is a window. */
export interface AskedAhead {
  connection: HubConnection;
  /** Begun before everything else was asked: no change of the index after an answer goes unnoticed. */
  states: AsyncIterableIterator<HubState>;
  /** Questions, by the key under which their answers are kept. */
  answers: { key: readonly unknown[]; answer: Promise<unknown> }[];
}

/** Asks for what the first screen will ask for, before its code is there. What fails is asked again by whoever shows it. */
export function askAhead(connection: HubConnection, hash: string): AskedAhead {
  const states = connection.stream('hub.state', {});
  const first = states.next();
  first.catch(() => {});
  const answers: AskedAhead['answers'] = [];
  const ask = <Name extends HubCallName>(name: Name, input: InputOf<HubContract[Name]>): void => {
    const answer = connection.call(name, input);
    answer.catch(() => {});
    answers.push({ key: callKey(name, input), answer });
  };
  ask('hub.status', {});
  const route = parseRoute(hash);
  if (route.screen === 'search' && route.query === '') {
    ask('searches.list', {});
    ask('history.list', recentSearches);
    ask('sources.list', {});
  }
  return { connection, states: beginningWith(first, states), answers };
}

/** The values of a stream of which the first is asked for already. */
function beginningWith<Value>(
  first: Promise<IteratorResult<Value>>,
  rest: AsyncIterableIterator<Value>,
): AsyncIterableIterator<Value> {
  let begun = false;
  return {
    [Symbol.asyncIterator]() {
      return this;
    },
    next() {
      if (begun) return rest.next();
      begun = true;
      return first;
    },
    return: async () => (await rest.return?.()) ?? { done: true, value: undefined },
  };
}
