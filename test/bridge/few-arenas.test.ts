import { describe, expect, it } from 'vitest';
import { fewArenas } from '../../main/bridge/few-arenas.ts';

describe('the environment of a process that takes few pools of memory', () => {
  it('says two on Linux, and nothing elsewhere', () => {
    expect(fewArenas('linux', {})).toEqual({ MALLOC_ARENA_MAX: '2' });
    expect(fewArenas('darwin', {})).toEqual({});
    expect(fewArenas('win32', {})).toEqual({});
  });

  it('leaves alone what the user has said', () => {
    expect(fewArenas('linux', { MALLOC_ARENA_MAX: '5' })).toEqual({ MALLOC_ARENA_MAX: '5' });
  });
});
