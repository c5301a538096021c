import { stat } from 'node:fs/promises';
import { setImmediate } from 'node:timers/promises';
import type { SessionBuilder } from '../../core/sessions/building/session-builder.ts';
import { skipLine, type SessionCollector } from '../../core/sessions/building/session-collector.ts';
import type { RecordPlace } from '../../core/sessions/model.ts';
import { cursorChatFacts, cursorChatRecord } from '../../core/sessions/readers/cursor-chats.ts';
import { cursorFormat } from '../../core/sessions/readers/cursor.ts';
import { nameOfFile } from '../../core/sessions/readers/open-session.ts';
import { cursorBubbles } from '../../core/sessions/readers/cursor-bubbles.ts';
import { opencodeFormat } from '../../core/sessions/readers/opencode.ts';
import { parsedObject, timeOf, type JsonObject } from '../../core/sessions/text/json-values.ts';
import { openSessionDatabase, type DatabaseRow, type SessionDatabase } from '../../store/session-databases.ts';

/** Rows after which the event loop gets its turn, so that a cancel is heard. */
const breath = 500;

/** Reads the sessions in a database of OpenCode, of Cursor's editor, or of Cursor's command line. It may be open in the agent; nothing is written to it. */
export async function readSessionDatabase(path: string, collector: SessionCollector, check: () => void): Promise<void> {
  const account = collector.addFile(path);
  account.bytes = (await stat(path)).size;
  using database = openSessionDatabase(path);
  if (database.kind === 'unknown') {
    account.reason = 'It is a database of no agent that is known.';
    return;
  }
  account.agent = database.kind === 'opencode' ? 'opencode' : 'cursor';
  account.transcript = true;
  const context = { path, collector, account };
  const reader =
    database.kind === 'opencode'
      ? opencodeFormat.open(context)
      : database.kind === 'cursor'
        ? cursorBubbles(context)
        : cursorFormat.open(context);
  if (database.kind === 'cursor-chat') describeChat(database, collector.session('cursor', nameOfFile(path)));
  let number = 0;
  for (const record of recordsOf(database)) {
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

function recordsOf(database: SessionDatabase): Generator<JsonObject | null> {
  if (database.kind === 'opencode') return opencodeRecords(database);
  return database.kind === 'cursor' ? cursorRecords(database) : chatRecords(database);
}

function describeChat(database: SessionDatabase, session: SessionBuilder): void {
  const { title, model, createdAt } = cursorChatFacts(database.facts());
  session.title = title;
  session.seen(timeOf(createdAt));
  if (model !== null) session.models.add(model);
}

/** Messages are JSON; what is binary are trees of hashes, which say only what belongs together. */
function* chatRecords(database: SessionDatabase): Generator<JsonObject | null> {
  for (const text of database.blobs()) {
    if (text === null) continue;
    const message = parsedObject(text);
    if (message === null) yield null;
    else if (typeof message['role'] === 'string') {
      const record = cursorChatRecord(message);
      if (record !== null) yield record;
    }
  }
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
