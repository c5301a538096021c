import { analyzeSession } from '../../main/core/sessions/analyze.ts';
import { silentLogger } from '../../main/core/logger.ts';
import { openSessionDatabase } from '../../main/store/sessions/session-database.ts';
import { SessionWriter } from '../../main/store/sessions/session-writer.ts';
import { MadeTranscript, noHits } from './made-transcript.ts';
import { readTranscripts } from './sessions.ts';

/** Keeps sessions in a file that another process writes too: `write-sessions.ts FILE BEGIN COUNT`. */
const [, , path = '', begin = '', count = '0'] = process.argv;

const connection = openSessionDatabase(path, silentLogger);
const writer = new SessionWriter(connection);
for (let number = 0; number < Number(count); number += 1) {
  const transcript = new MadeTranscript(`${begin}-${number}`).prompt('p');
  transcript.ask('m1', 'mcp__context-hub__search_docs', { query: 'send_dtmf' }, noHits).grep('g1', 'send_dtmf', '/srv/proj/src');
  const read = readTranscripts({ 'a.jsonl': transcript.text() });
  writer.put(analyzeSession(read.sessions[0]!, read.files, 'context-hub'), [], number);
}
connection.close();
