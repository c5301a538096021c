import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const tokens = readFileSync(new URL('../../../renderer/styles/tokens.css', import.meta.url), 'utf8');
const colours = new Map(
  [...tokens.matchAll(/(--[\w-]+): light-dark\((#[0-9a-f]{6}), (#[0-9a-f]{6})\)/g)].map(([, name, light, dark]) => [
    name!,
    { light: light!, dark: dark! },
  ]),
);

/** WCAG 2: text needs 4.5, what only has to be seen needs 3. */
const forText = 4.5;
const forShapes = 3;

const grounds = ['--ground', '--ground-side', '--ground-raised', '--ground-field', '--ground-hover', '--ground-selected'];
const onAllGrounds = ['--text', '--text-muted', '--link', '--danger', '--warning', '--success'];
const types = ['doc', 'code', 'source', 'readme'].map((type) => [`--type-${type}`, `--type-${type}-ground`] as const);
const syntax = ['keyword', 'string', 'number', 'comment', 'type', 'function'].map((name) => `--syntax-${name}`);

const textPairs: (readonly [string, string])[] = [
  ...grounds.flatMap((ground) => onAllGrounds.map((text) => [text, ground] as const)),
  ...['--ground', '--ground-side', '--ground-raised', '--ground-field', '--ground-hover'].map(
    (ground) => ['--text-faint', ground] as const,
  ),
  ...types,
  ...['danger', 'warning', 'success'].map((tone) => [`--${tone}`, `--${tone}-ground`] as const),
  ...['--ground', '--ground-selected'].flatMap((ground) => syntax.map((text) => [text, ground] as const)),
  ['--text', '--mark'],
  ['--text-inverse', '--ground-inverse'],
  ['--text-inverse', '--ground-inverse-hover'],
];
const shapePairs: (readonly [string, string])[] = [
  ...grounds.map((ground) => ['--focus', ground] as const),
  ['--border-field', '--ground-field'],
  ['--border-field', '--ground'],
  ['--score', '--score-track'],
  ['--score', '--ground'],
];

describe.each(['light', 'dark'] as const)('in the %s theme', (theme) => {
  it.each(textPairs)('%s can be read on %s', (text, ground) => {
    expect(contrast(text, ground, theme)).toBeGreaterThanOrEqual(forText);
  });

  it.each(shapePairs)('%s can be seen on %s', (shape, ground) => {
    expect(contrast(shape, ground, theme)).toBeGreaterThanOrEqual(forShapes);
  });

  it('white can be read on the ground of a dangerous button', () => {
    expect(ratio('#ffffff', colours.get('--danger-solid')![theme])).toBeGreaterThanOrEqual(forText);
  });
});

function contrast(front: string, back: string, theme: 'light' | 'dark'): number {
  return ratio(colours.get(front)![theme], colours.get(back)![theme]);
}

function ratio(one: string, other: string): number {
  const [high = 0, low = 0] = [luminance(one), luminance(other)].toSorted((a, b) => b - a);
  return (high + 0.05) / (low + 0.05);
}

function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
