import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { asHubError, type HubError } from '../../main/contract/errors.ts';
import type { HubContract } from '../../main/contract/hub-contract.ts';
import type { InputOf, OutputOf } from '../../main/contract/procedure.ts';
import { showToast } from '../ui/toast.tsx';
import { useHub } from './hub-client.ts';
import type { HubCallName } from './call-key.ts';

export interface ActionOptions {
  /** Answers that this makes out of date. */
  invalidates?: readonly HubCallName[];
  /** Whoever shows `error` in place needs no toast. */
  showsError?: boolean;
}

export interface Action<Name extends HubCallName> {
  /** Never rejects: null after a failure, which `error` and a toast tell. */
  run: (input: InputOf<HubContract[Name]>) => Promise<OutputOf<HubContract[Name]> | null>;
  isRunning: boolean;
  error: HubError | null;
  reset: () => void;
}

/** Something to do, once per call of `run`. */
export function useAction<Name extends HubCallName>(name: Name, options: ActionOptions = {}): Action<Name> {
  const hub = useHub();
  const queryClient = useQueryClient();
  const { mutateAsync, isPending, error, reset } = useMutation<OutputOf<HubContract[Name]>, HubError, InputOf<HubContract[Name]>>(
    {
      mutationFn: (input) => hub.call(name, input),
      onSuccess: () =>
        Promise.all((options.invalidates ?? []).map((other) => queryClient.invalidateQueries({ queryKey: ['hub', other] }))),
      onError: (failure) => {
        if (options.showsError !== true && failure.code !== 'cancelled')
          showToast({ tone: 'danger', title: 'That did not work', description: asHubError(failure).message });
      },
    },
  );
  const run = useCallback<Action<Name>['run']>(
    (input: InputOf<HubContract[Name]>) => mutateAsync(input).catch(() => null),
    [mutateAsync],
  );
  return { run, isRunning: isPending, error, reset };
}
