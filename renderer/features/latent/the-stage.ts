import { setConsoleFunction } from 'three';
import { MapStage } from './stage/map-stage.ts';

let stage: MapStage | null = null;

/** The one stage of the window: made when the map is first shown, kept from then on. */
export function theStage(): MapStage {
  if (stage === null) {
    // What three warns of is the business of whoever builds this; a shader that fails is a fault like any other.
    setConsoleFunction((type: string, message: string) => {
      if (type === 'error') reportError(new Error(message));
    });
    stage = new MapStage();
  }
  return stage;
}
