import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { HubError } from '../../main/contract/errors.ts';
import type { HubContract } from '../../main/contract/hub-contract.ts';
import type { InputOf, OutputOf } from '../../main/contract/procedure.ts';
import { callKey, type HubCallName } from './call-key.ts';
import { useHub } from './hub-client.ts';

export interface CallOptions {
  enabled?: boolean;
  /** Keeps showing the last answer while another input's answer is on its way (`isPlaceholderData` is true then). */
  keepPrevious?: boolean;
}

/**
 * The answer to a question, cached by its input and asked again when the index has changed. It is cancelled on the service when
 * nobody waits for it any more. No input means not to ask yet.
 */
export function useCall<Name extends HubCallName>(
  name: Name,
  input: InputOf<HubContract[Name]> | null,
  { enabled = true, keepPrevious = false }: CallOptions = {},
): UseQueryResult<OutputOf<HubContract[Name]>, HubError> {
  const hub = useHub();
  return useQuery<OutputOf<HubContract[Name]>, HubError>({
    queryKey: input === null ? ['hub', name, null] : callKey(name, input),
    queryFn: ({ signal }) => hub.call(name, input as InputOf<HubContract[Name]>, { signal }),
    enabled: enabled && input !== null,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
}
