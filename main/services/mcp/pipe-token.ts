import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { mcpTokenPath } from '../../core/mcp-address.ts';

const tokenPattern = /^[\w-]{43}$/;

/** The token of a data directory, made at first use and kept (0600), so that what a client was configured with stays right. */
export function mcpToken(dataDirectory: string): string {
  const path = mcpTokenPath(dataDirectory, process.platform);
  try {
    const kept = readFileSync(path, 'utf8').trim();
    if (tokenPattern.test(kept)) return kept;
  } catch {
    // There is none yet.
  }
  const token = randomBytes(32).toString('base64url');
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  writeFileSync(draft, `${token}\n`, { mode: 0o600 });
  renameSync(draft, path);
  return token;
}
