import type { HubContract } from '../../main/contract/hub-contract.ts';
import type { InputOf } from '../../main/contract/procedure.ts';
import type { CallName } from '../../main/rpc/client-api.ts';

export type HubCallName = CallName<HubContract>;

/** Where an answer is kept; for `queryClient.setQueryData` and the like. */
export function callKey<Name extends HubCallName>(name: Name, input: InputOf<HubContract[Name]>): readonly unknown[] {
  return ['hub', name, input];
}
