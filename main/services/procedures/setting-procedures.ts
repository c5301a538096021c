import type { HubContract } from '../../contract/hub-contract.ts';
import type { Handlers } from '../../rpc/handlers.ts';
import type { OwnParts } from './own-parts.ts';

/** Settings and ranking weights. */
export function settingProcedures({
  settings,
}: Pick<OwnParts, 'settings'>): Pick<Handlers<HubContract>, 'settings.get' | 'settings.set' | 'settings.setWeights'> {
  return {
    'settings.get': () => ({ settings: settings.list(), weights: settings.weights() }),
    'settings.set': ({ name, value }) => ({ settings: settings.set(name, value) }),
    'settings.setWeights': ({ weights }) => ({ weights: settings.setWeights(weights) }),
  };
}
