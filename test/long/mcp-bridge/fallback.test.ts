import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { readFallback } from '../../../main/bridge/fallback.ts';
import { fallbackPath, recordFallback } from '../../../scripts/mcp-fallback.ts';

it('what the bridge answers without a hub is what the server answers (node scripts/write-mcp-fallback.ts writes it anew)', async () => {
  const recorded = await recordFallback();
  expect(JSON.parse(readFileSync(fallbackPath, 'utf8'))).toEqual(JSON.parse(JSON.stringify(recorded)));
  expect(readFallback()?.version).toBe(recorded.version);
});
