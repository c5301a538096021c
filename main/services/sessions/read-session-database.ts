import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import { skipLine, type SessionCollector } from '../../core/sessions/building/session-collector.ts';
import type { RecordPlace } from '../../core/sessions/model.ts';
import { cursorBubbles } from '../../core/sessions/readers/cursor-bubbles.ts';
import { opencodeFormat } from '../../core/sessions/readers/opencode.ts';
import { parsedObject, type JsonObject } from '../../core/sessions/text/json-values.ts';
import { openSessionDatabase, type DatabaseRow, type SessionDatabase } from '../../store/session-databases.ts';

/** Rows after which the event loop gets its turn, so that a cancel is heard. */
const breath = 500;

/** Reads the sessions in a database of OpenCode, or of Cursor's editor. It may be open in the agent; nothing is written to it. */
export async function readSessionDatabase(path: string, collector: SessionCollector, check: () => void): Promise<void> {
  const account = collector.addFile(path);
  account.bytes = (await stat(path)).size;
  using database = openSessionDatabase(path);
  if (database.kind === 'unknown') {
    account.reason = 'It is a database of no agent that is known.';
    return;
  }
  account.agent = database.kind;
  account.transcript = true;
  const reader =
    database.kind === 'opencode'
      ? opencodeFormat.open({ path, collector, account })
      : cursorBubbles({ path, collector, account });
  let number = 0;
  for (const record of database.kind === 'opencode' ? opencodeRecords(database) : cursorRecords(database)) {
    number += 1;
    if (number % breath === 0) {
      await setImmediate();
      check();
    }
    const place: RecordPlace = { file: account.index, line: number, offset: 0, length: 0 };
    if (record === null) skipLine(account, number, 'a row whose data is no JSON object');
    else {
      account.records += 1;
      reader.record(record, place);
    }
  }
  reader.settle?.();
}

/** Sessions first, then messages, then their parts: each as the older storage had them in files. */
function* opencodeRecords(database: SessionDatabase): Generator<JsonObject | null> {
  for (const row of database.rows('session')) yield sessionOf(row);
  for (const row of database.rows('message')) {
    const data = parsedObject(row.data);
    yield data === null ? null : { ...data, id: row.id, sessionID: row.sessionId };
  }
  for (const row of database.rows('part')) {
    const data = parsedObject(row.data);
    yield data === null ? null : { ...data, id: row.id, sessionID: row.sessionId, messageID: row.messageId };
  }
}

function sessionOf({ id, data, columns }: DatabaseRow): JsonObject {
  const { time_created: created, time_updated: updated } = columns;
  return { ...columns, time: { created, updated }, ...parsedObject(data), id };
}

function* cursorRecords(database: SessionDatabase): Generator<JsonObject | null> {
  for (const { key, value } of database.values('composerData:')) {
    const data = parsedObject(value);
    yield data === null ? null : { ...data, key };
  }
  for (const { key, value } of database.values('bubbleId:')) {
    const data = parsedObject(value);
    yield data === null ? null : { ...data, key };
  }
}
