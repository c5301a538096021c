import type { ContentType } from '../../../../main/contract/vocabulary.ts';

/** One colour, for the light and for the dark appearance, as `#rrggbb`. */
export interface MapColour {
  light: string;
  dark: string;
}

/** The same as the badges of the types (tokens.css). */
export const typeColours: Record<ContentType, MapColour> = {
  doc: { light: '#1a58b8', dark: '#8cbaff' },
  code: { light: '#14693a', dark: '#7bd6a2' },
  source: { light: '#6b35b0', dark: '#c9a5ff' },
  readme: { light: '#7d4e00', dark: '#e8bd74' },
};

/** For names: told apart by hue and by lightness, each seen on the ground. */
export const namedColours: readonly MapColour[] = [
  { light: '#1f63d6', dark: '#6ea6ff' },
  { light: '#b8460e', dark: '#ff9d66' },
  { light: '#14804a', dark: '#5fd394' },
  { light: '#8a2aa5', dark: '#d493f2' },
  { light: '#8f6a00', dark: '#e6c14d' },
  { light: '#c0267e', dark: '#ff85c2' },
  { light: '#0b7c88', dark: '#54cfdc' },
  { light: '#5b4bc4', dark: '#a99cff' },
  { light: '#5d7a12', dark: '#b5d45e' },
  { light: '#a83240', dark: '#ff8d94' },
];

/** Of what is not named in the legend, or not known. */
export const restColour: MapColour = { light: '#868e9a', dark: '#6b7380' };

/** From little to much. */
export const rampColours: readonly MapColour[] = [
  { light: '#7f9cc4', dark: '#47628c' },
  { light: '#5b86bd', dark: '#4f7db5' },
  { light: '#3572b0', dark: '#5c9bd6' },
  { light: '#1f7a94', dark: '#66bcd8' },
  { light: '#1d7d62', dark: '#86d8b4' },
  { light: '#4d7414', dark: '#c3e27c' },
  { light: '#8a5200', dark: '#ffd166' },
];

/** Red, green and blue, 0 to 255. */
export function colourBytes(colour: MapColour, theme: keyof MapColour): [number, number, number] {
  const value = Number.parseInt(colour[theme].slice(1), 16);
  return [value >> 16, (value >> 8) & 255, value & 255];
}
