import { MapStage } from './stage/map-stage.ts';

let stage: MapStage | null = null;

/** The one stage of the window: made when the map is first shown, kept from then on. */
export function theStage(): MapStage {
  stage ??= new MapStage();
  return stage;
}
