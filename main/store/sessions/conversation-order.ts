import type { Message, Session, ToolCall } from '../../core/sessions/model.ts';

/** A piece of a conversation: something said, or a call by its place in `Session.calls`. */
export type ConversationPiece = { message: Message } | { call: ToolCall; number: number };

/**
 * Messages and calls as they came, one by one. Within a file their lines say so; a subagent's stand after the call that started it, as a whole. A call
 * stands after the message that issued it.
 */
export function* conversationOf(session: Session): Generator<ConversationPiece> {
  const { messages, calls } = session;
  // A piece is a number while it is put in order: messages first, then calls. Of a long session there are a hundred thousand.
  const itemOf = (piece: number): Message | ToolCall => messages[piece] ?? calls[piece - messages.length]!;
  const threads = piecesByThread(session);
  for (const list of threads.values())
    list.sort((a, b) => {
      const left = itemOf(a).place;
      const right = itemOf(b).place;
      return left.file - right.file || left.line - right.line || a - b;
    });
  const started = new Map<string, string[]>();
  for (const { id, parentCall } of session.threads)
    if (parentCall !== null) started.set(parentCall, [...(started.get(parentCall) ?? []), id]);
  const done = new Set<string>();
  // A stack instead of recursion: a hostile file may nest threads as deep as it likes.
  const waiting: { list: readonly number[]; at: number }[] = [];
  const begin = (thread: string): void => {
    if (done.has(thread)) return;
    done.add(thread);
    waiting.push({ list: threads.get(thread) ?? [], at: 0 });
  };
  function* run(): Generator<ConversationPiece> {
    while (waiting.length > 0) {
      const top = waiting.at(-1)!;
      const piece = top.list[top.at];
      if (piece === undefined) {
        waiting.pop();
        continue;
      }
      top.at += 1;
      const message = messages[piece];
      if (message !== undefined) {
        yield { message };
        continue;
      }
      const number = piece - messages.length;
      const call = calls[number]!;
      yield { call, number };
      for (const thread of (started.get(call.id) ?? []).toReversed()) begin(thread);
    }
  }
  const callIds = new Set(calls.map(({ id }) => id));
  const hanging = new Set([...started].filter(([call]) => callIds.has(call)).flatMap(([, list]) => list));
  for (const thread of [...session.threads.map(({ id }) => id), ...threads.keys()]) {
    if (hanging.has(thread)) continue;
    begin(thread);
    yield* run();
  }
  // What hangs on a thread that hangs on itself.
  for (const thread of threads.keys()) {
    begin(thread);
    yield* run();
  }
}

function piecesByThread({ messages, calls }: Session): Map<string, number[]> {
  const threads = new Map<string, number[]>();
  const add = (thread: string, piece: number): void => {
    const list = threads.get(thread);
    if (list) list.push(piece);
    else threads.set(thread, [piece]);
  };
  // An answer that only calls tools says nothing; its calls stand for it.
  for (const [index, { thread, text }] of messages.entries()) if (text !== '') add(thread, index);
  for (const [number, { thread }] of calls.entries()) add(thread, messages.length + number);
  return threads;
}
