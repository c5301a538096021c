import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { silentLogger } from '../main/core/logger.ts';
import { openDataDirectory } from '../main/services/runtime/data-directory.ts';
import { openDatabase } from '../main/store/database.ts';
import { GraphReader } from '../main/store/graph-reader.ts';

/**
 * Compares the call graph of an index with a sample that was checked by hand (docs/call-graph.md):
 * `node scripts/check-call-graph.ts --data-dir FOLDER [--sample FILE]`.
 */

interface CheckedCall {
  path: string;
  line: number;
  from: string;
  kind: 'calls' | 'yields';
  name: string;
  /** Where it truly leads. */
  to: { path: string; name: string };
}

interface Sample {
  source: string;
  commit: string;
  edges: (CheckedCall & { stratum: string })[];
  calls: CheckedCall[];
  callsThroughVariables: CheckedCall[];
}

const { values } = parseArgs({
  options: {
    'data-dir': { type: 'string' },
    sample: { type: 'string', default: new URL('../test/fixtures/call-graph/pipecat-sample.json', import.meta.url).pathname },
  },
});
if (values['data-dir'] === undefined) throw new Error('Say which index: --data-dir FOLDER.');
const sample = JSON.parse(readFileSync(values.sample, 'utf8')) as Sample;
const connection = openDatabase(openDataDirectory(values['data-dir']).database, { readonly: true, logger: silentLogger });
const reader = new GraphReader(connection);

/** Targets that the index gives for a call, as `path name`. */
function targetsOf(call: CheckedCall): string[] {
  const targets = new Set<string>();
  for (const file of reader.filesAt(sample.source, call.path)) {
    for (const edge of reader.calleesOf({ file, name: call.from }, 10_000, false).edges)
      if (edge.kind === call.kind && edge.name === call.name && edge.place !== null)
        targets.add(`${edge.place.path} ${edge.place.symbol}`);
  }
  return [...targets];
}

const plainName = ({ path, name }: CheckedCall['to']): string => `${path} ${name}`;
const write = (line: string): boolean => process.stdout.write(`${line}\n`);

const counts = { given: 0, right: 0 };
for (const call of sample.edges) {
  const targets = targetsOf(call);
  counts.given += targets.length;
  counts.right += Number(targets.includes(plainName(call.to)));
  if (targets.length !== 1 || targets[0] !== plainName(call.to))
    write(`edge: ${call.path}:${call.line} ${call.name} leads to ${targets.join(', ') || 'nothing'}`);
}
write(`precision ${counts.right} of ${counts.given}`);
for (const part of ['calls', 'callsThroughVariables'] as const) {
  const missed = sample[part].filter((call) => !targetsOf(call).includes(plainName(call.to)));
  for (const call of missed) write(`missed: ${call.path}:${call.line} ${call.name}`);
  write(`recall, ${part}: ${sample[part].length - missed.length} of ${sample[part].length}`);
}
connection.close();
