import { describe, expect, it } from 'vitest';
import { expandHome } from '../../../main/services/runtime/expand-home.ts';

describe('a path that begins at home', () => {
  it.each([
    ['~', '/srv/dev'],
    ['~/logs/a.jsonl', '/srv/dev/logs/a.jsonl'],
    ['~other/logs', '~other/logs'],
    ['/srv/~', '/srv/~'],
    ['logs', 'logs'],
  ])('%s is %s', (path, expanded) => {
    expect(expandHome(path, '/srv/dev')).toBe(expanded);
  });
});
