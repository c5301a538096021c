import { useCallback, useEffect, useState } from 'react';
import { asHubError, type HubError } from '../../main/contract/errors.ts';
import type { HubContract } from '../../main/contract/hub-contract.ts';
import type { InputOf, OutputOf } from '../../main/contract/procedure.ts';
import type { StreamName } from '../../main/rpc/client-api.ts';
import { useHub } from './hub-client.ts';

export interface StreamView<Value> {
  /** The newest value. */
  value: Value | null;
  error: HubError | null;
  state: 'idle' | 'running' | 'ended' | 'failed';
  restart: () => void;
}

interface StreamRun<Value> extends Omit<StreamView<Value>, 'restart'> {
  /** Which run of which input it is about; what is said of an earlier one does not count. */
  run: string;
}

/** Follows a stream for as long as the component is shown and the input stays equal. No input means not to ask. */
export function useStream<Name extends StreamName<HubContract>>(
  name: Name,
  input: InputOf<HubContract[Name]> | null,
): StreamView<OutputOf<HubContract[Name]>> {
  type Value = OutputOf<HubContract[Name]>;
  const hub = useHub();
  const [turn, setTurn] = useState(0);
  // Equal inputs are one input, whichever objects they are.
  const key = input === null ? null : JSON.stringify(input);
  const run = `${turn} ${name} ${key}`;
  const [newest, setNewest] = useState<StreamRun<Value> | null>(null);
  useEffect(() => {
    if (key === null) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let value: Value | null = null;
    const say = (state: StreamRun<Value>['state'], error: HubError | null = null): void => {
      if (!signal.aborted) setNewest({ run, value, error, state });
    };
    const follow = async (): Promise<void> => {
      for await (const next of hub.stream(name, JSON.parse(key) as InputOf<HubContract[Name]>, { signal })) {
        value = next;
        say('running');
      }
    };
    follow().then(
      () => say('ended'),
      (thrown: unknown) => say('failed', asHubError(thrown)),
    );
    return () => leaving.abort();
  }, [hub, name, key, run]);
  const restart = useCallback(() => setTurn((before) => before + 1), []);
  if (newest?.run === run) return { ...newest, restart };
  return { value: null, error: null, state: key === null ? 'idle' : 'running', restart };
}
