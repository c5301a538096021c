import type { RefObject } from 'react';
import type { HubContract } from '../../../../main/contract/hub-contract.ts';
import type { OutputOf } from '../../../../main/contract/procedure.ts';
import type { Scope } from '../../../parts/filters/search-scope.ts';
import type { MapRoute } from '../../../router/route.ts';
import type { MapPictureHandle } from '../map-picture.tsx';
import type { MapModel } from '../model/map-model.ts';

/** What each panel beside the picture is given. */
export interface PanelProps {
  route: MapRoute;
  scope: Scope;
  model: MapModel;
  /** Which points the filters keep; null where there are none. */
  passes: Uint8Array | null;
  focus: number | null;
  neighbours: OutputOf<HubContract['latent.neighbours']> | null;
  picture: RefObject<MapPictureHandle | null>;
  onChoose: (point: number | null) => void;
  onHover: (point: number | null) => void;
}
