import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SavedView } from '../../../../renderer/features/latent/map-state.ts';
import { sampleModel } from './support.ts';

const kept = new Map<string, string>();
beforeEach(() => {
  kept.clear();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
  };
  vi.stubGlobal('window', { localStorage });
});
afterEach(() => vi.unstubAllGlobals());

/** What a window has of its own: its modules. Storage is shared. */
async function openWindow() {
  vi.resetModules();
  return import('../../../../renderer/features/latent/map-state.ts');
}

const view = (name: string): SavedView => ({ name, pose: { position: [1, 2, 3], target: [0, 0, 0] }, dimensions: 3 });

describe('saved views', () => {
  it('of two windows are all kept, and what one removes stays removed', async () => {
    const [one, two] = [await openWindow(), await openWindow()];
    one.saveView(view('from one'));
    two.saveView(view('from two'));
    const names = async (): Promise<string[]> => (await openWindow()).useMap.getState().views.map(({ name }) => name);
    expect(await names()).toEqual(['from two', 'from one']);
    one.removeView('from one');
    two.saveView(view('another'));
    expect(await names()).toEqual(['another', 'from two']);
  });

  it('are never pushed out: there is room for fifty, and another is refused until one goes', async () => {
    const { mostViews, saveView, removeView, useMap } = await openWindow();
    const names = (): string[] => useMap.getState().views.map(({ name }) => name);
    for (let each = names().length; each < mostViews; each += 1) expect(saveView(view(`view ${each}`))).toBe(true);
    const before = names();
    expect(saveView(view('one too many'))).toBe(false);
    expect(names()).toEqual(before);
    expect(saveView(view(before.at(-1)!))).toBe(true);
    expect(new Set(names())).toEqual(new Set(before));
    removeView(before[0]!);
    expect(saveView(view('one too many'))).toBe(true);
    expect(names()).toHaveLength(mostViews);
  });
});

describe('another map', () => {
  it('has the same chunks selected, as far as it has them', async () => {
    const { followMap, useMap } = await openWindow();
    const { chunkIds } = sampleModel(10).points;
    followMap(chunkIds);
    useMap.setState({ selection: Uint32Array.of(1, 4, 5) });
    followMap(chunkIds.slice(2 * 32));
    expect(useMap.getState().selection).toEqual(Uint32Array.of(2, 3));
    followMap(chunkIds.slice(8 * 32));
    expect(useMap.getState().selection).toBeNull();
  });
});
