import { writeFileSync } from 'node:fs';
import { fallbackPath, recordFallback } from './mcp-fallback.ts';

/** Writes what the bridge answers while no hub is there. Run it after a change of tools, prompts or instructions: `node scripts/write-mcp-fallback.ts`. */
writeFileSync(fallbackPath, `${JSON.stringify(await recordFallback(), null, 1)}\n`);
