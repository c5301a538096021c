#!/usr/bin/env node
// Starts the bundle, not the sources: Node strips no types from files under node_modules, where an installed package lies.
import { existsSync } from 'node:fs';

// What agents start has to be there at once: nothing else is loaded for it.
const entry = process.argv[2] === 'mcp' ? 'mcp-bridge.js' : 'cli.js';
const program = new URL(`../out/main/${entry}`, import.meta.url);
const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  // Older ones crash in the natives without a word.
  fail(`Context Hub needs Node 22.18 or newer; this is ${process.versions.node}.`);
} else if (!existsSync(program)) {
  fail('Context Hub is not built yet: run `npm run build` in its folder, or use `npm run -s hub -- COMMAND` there.');
} else {
  await import(program.href);
}

/** @param {string} message */
function fail(message) {
  process.stderr.write(`${message}\n`);
  process.exitCode = 1;
}
