import { HubError } from '../../contract/errors.ts';
import type { CorpusReader } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import type { EmbeddingStore } from '../../store/embedding-store.ts';
import type { OpenedVectorStore } from '../../store/vectors/open-vector-store.ts';

export interface Finding {
  check: string;
  /** repaired: it was wrong and is right now. */
  outcome: 'ok' | 'repaired' | 'problem';
  detail: string;
}

/** Rebuilds the text index when it disagrees with the chunks; both are derived from the same rows, so nothing can be lost. */
function checkTextIndex(connection: Connection): Finding {
  const check = 'text index';
  try {
    connection.prepare(`INSERT INTO chunk_search(chunk_search, rank) VALUES ('integrity-check', 1)`).run();
    return { check, outcome: 'ok', detail: 'agrees with the chunks' };
  } catch {
    connection.prepare(`INSERT INTO chunk_search(chunk_search) VALUES ('rebuild')`).run();
    return { check, outcome: 'repaired', detail: 'did not agree with the chunks; built anew' };
  }
}

function checkForeignKeys(connection: Connection): Finding {
  const broken = connection.pragma('foreign_key_check') as unknown[];
  return broken.length === 0
    ? { check: 'references', outcome: 'ok', detail: 'every chunk has its file, every file its source' }
    : {
        check: 'references',
        outcome: 'problem',
        detail: `${broken.length} rows refer to nothing. Remove and add the source again.`,
      };
}

/** Looks at store, text index, vectors, model and sources. Opening the vector store has healed it already; here it is counted. */
export async function diagnose(parts: {
  connection: Connection;
  reader: CorpusReader;
  vectors: OpenedVectorStore | null;
  model: EmbeddingStore | HubError;
}): Promise<Finding[]> {
  const { connection, reader, vectors, model } = parts;
  const findings: Finding[] = [{ check: 'lock', outcome: 'ok', detail: 'this process is the only owner' }];
  const problems = reader.integrityProblems();
  findings.push(
    problems.length === 0
      ? { check: 'database', outcome: 'ok', detail: 'sound' }
      : {
          check: 'database',
          outcome: 'problem',
          detail: `${problems[0]}. Move the data directory away and index again; sources are read anew.`,
        },
    checkForeignKeys(connection),
    checkTextIndex(connection),
  );
  if (model instanceof HubError) findings.push({ check: 'model', outcome: 'problem', detail: model.message });
  else {
    findings.push({
      check: 'model',
      outcome: 'ok',
      detail: `${model.space.model}, ${model.space.dimension} dimensions, export ${model.space.checksum}`,
    });
    const pending = model.pendingCount();
    findings.push(
      pending === 0
        ? { check: 'embeddings', outcome: 'ok', detail: 'every chunk has a vector' }
        : { check: 'embeddings', outcome: 'problem', detail: `${pending} texts have no vector. Run \`context-hub refresh\`.` },
    );
    if (vectors) {
      const expected = [...model.ids()].length;
      const count = await vectors.store.count();
      findings.push(
        count === expected
          ? { check: 'vectors', outcome: 'ok', detail: `${vectors.choice.kind} holds all ${count}. ${vectors.choice.reason}` }
          : {
              check: 'vectors',
              outcome: 'problem',
              detail: `${vectors.choice.kind} holds ${count} of ${expected}. Remove its folder and run \`context-hub refresh\`.`,
            },
      );
    }
  }
  for (const source of reader.sources()) {
    const { name } = source.specification;
    if (source.state === 'failed')
      findings.push({ check: `source ${name}`, outcome: 'problem', detail: source.lastError ?? 'failed' });
    else if (source.state !== 'complete')
      findings.push({
        check: `source ${name}`,
        outcome: 'problem',
        detail: `${source.state}. Run \`context-hub refresh ${name}\`.`,
      });
  }
  return findings;
}
