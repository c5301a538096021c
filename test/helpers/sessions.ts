import { readFileSync } from 'node:fs';
import { SessionCollector } from '../../main/core/sessions/building/session-collector.ts';
import type { ReadSessions } from '../../main/core/sessions/model.ts';
import { TranscriptReader } from '../../main/core/sessions/reading/transcript-reader.ts';

const fixtures = new URL('../fixtures/transcripts/', import.meta.url);

/** Reads transcripts from their texts, as files of these names dropped together. */
export function readTranscripts(files: Readonly<Record<string, string>>): ReadSessions {
  const collector = new SessionCollector();
  for (const [path, text] of Object.entries(files)) {
    const reader = new TranscriptReader(collector, path);
    reader.push(new TextEncoder().encode(text));
    reader.end();
  }
  return collector.result();
}

/** Text of a transcript below `test/fixtures/transcripts`. */
export function transcriptFixture(path: string): string {
  return readFileSync(new URL(path, fixtures), 'utf8');
}
