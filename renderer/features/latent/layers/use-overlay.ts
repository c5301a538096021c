import { useEffect } from 'react';
import { useMap, type Overlay } from '../map-state.ts';

/** Draws something onto the map for as long as the panel is shown. The overlay has to stay the same object while nothing of it changes. */
export function useOverlay(overlay: Overlay | null): void {
  useEffect(() => {
    useMap.setState({ overlay });
    return () => {
      if (useMap.getState().overlay === overlay) useMap.setState({ overlay: null });
    };
  }, [overlay]);
}
