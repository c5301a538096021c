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
  restart(): void;
}

type StreamProgress<Value> = Omit<StreamView<Value>, 'restart'>;

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
  const [progress, setProgress] = useState<StreamProgress<Value>>({ value: null, error: null, state: 'idle' });
  useEffect(() => {
    if (key === null) {
      setProgress({ value: null, error: null, state: 'idle' });
      return undefined;
    }
    const leaving = new AbortController();
    const { signal } = leaving;
    setProgress({ value: null, error: null, state: 'running' });
    const follow = async (): Promise<void> => {
      for await (const value of hub.stream(name, JSON.parse(key) as InputOf<HubContract[Name]>, { signal }))
        if (!signal.aborted) setProgress({ value, error: null, state: 'running' });
    };
    follow().then(
      () => {
        if (!signal.aborted) setProgress((before) => ({ ...before, state: 'ended' }));
      },
      (thrown: unknown) => {
        if (!signal.aborted) setProgress((before) => ({ ...before, error: asHubError(thrown), state: 'failed' }));
      },
    );
    return () => leaving.abort();
  }, [hub, name, key, turn]);
  const restart = useCallback(() => setTurn((before) => before + 1), []);
  return { ...progress, restart };
}
