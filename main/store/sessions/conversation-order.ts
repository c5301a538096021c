import type { Message, Session, ToolCall } from '../../core/sessions/model.ts';

/** A piece of a conversation: something said, or a call by its place in `Session.calls`. */
export type ConversationPiece = { message: Message } | { call: ToolCall; number: number };

/**
 * Messages and calls as they came. Within a file their lines say so; a subagent's stand after the call that started it, as a whole. A call
 * stands after the message that issued it.
 */
export function conversationOf(session: Session): ConversationPiece[] {
  const threads = new Map<string, { piece: ConversationPiece; file: number; line: number; rank: number; order: number }[]>();
  const add = (thread: string, piece: ConversationPiece, file: number, line: number, rank: number, order: number): void => {
    const list = threads.get(thread);
    const entry = { piece, file, line, rank, order };
    if (list) list.push(entry);
    else threads.set(thread, [entry]);
  };
  // An answer that only calls tools says nothing; its calls stand for it.
  const spoken = session.messages.filter(({ text }) => text !== '');
  for (const [index, message] of spoken.entries())
    add(message.thread, { message }, message.place.file, message.place.line, 0, index);
  for (const [number, call] of session.calls.entries())
    add(call.thread, { call, number }, call.place.file, call.place.line, 1, number);
  for (const list of threads.values())
    list.sort((a, b) => a.file - b.file || a.line - b.line || a.rank - b.rank || a.order - b.order);
  const started = new Map<string, string[]>();
  for (const { id, parentCall } of session.threads)
    if (parentCall !== null) started.set(parentCall, [...(started.get(parentCall) ?? []), id]);
  const out: ConversationPiece[] = [];
  const done = new Set<string>();
  // A stack instead of recursion: a hostile file may nest threads as deep as it likes.
  const waiting: { list: { piece: ConversationPiece }[]; at: number }[] = [];
  const begin = (thread: string): void => {
    if (done.has(thread)) return;
    done.add(thread);
    waiting.push({ list: threads.get(thread) ?? [], at: 0 });
  };
  const run = (): void => {
    while (waiting.length > 0) {
      const top = waiting.at(-1)!;
      const entry = top.list[top.at];
      if (entry === undefined) {
        waiting.pop();
        continue;
      }
      top.at += 1;
      out.push(entry.piece);
      if ('call' in entry.piece) for (const thread of (started.get(entry.piece.call.id) ?? []).toReversed()) begin(thread);
    }
  };
  const callIds = new Set(session.calls.map(({ id }) => id));
  const hanging = new Set([...started].filter(([call]) => callIds.has(call)).flatMap(([, list]) => list));
  for (const thread of [...session.threads.map(({ id }) => id), ...threads.keys()]) {
    if (hanging.has(thread)) continue;
    begin(thread);
    run();
  }
  // What hangs on a thread that hangs on itself.
  for (const thread of threads.keys()) {
    begin(thread);
    run();
  }
  return out;
}
