import type { RecordPlace, ToolCall } from '../model.ts';
import type { ValueShelf } from './value-shelf.ts';

/** A call whose arguments and result lie on a shelf, and are read from there each time. As JSON it is a call like any other. */
export class ShelvedCall implements ToolCall {
  readonly id: string;
  readonly thread: string;
  readonly turn: number;
  order: number;
  readonly name: string;
  server: string | null;
  tool: string;
  serverExact: boolean;
  argumentCharacters: number;
  readonly messageId: string | null;
  readonly startedAt: number | null;
  endedAt: number | null;
  durationMs: number | null;
  flags: ToolCall['flags'];
  abandoned: ToolCall['abandoned'];
  readonly place: RecordPlace;
  resultPlace: RecordPlace | null;
  readonly #shelf: ValueShelf;
  #arguments: number;
  #result: number | null;

  constructor(call: ToolCall, shelf: ValueShelf) {
    this.id = call.id;
    this.thread = call.thread;
    this.turn = call.turn;
    this.order = call.order;
    this.name = call.name;
    this.server = call.server;
    this.tool = call.tool;
    this.serverExact = call.serverExact;
    this.argumentCharacters = call.argumentCharacters;
    this.messageId = call.messageId;
    this.startedAt = call.startedAt;
    this.endedAt = call.endedAt;
    this.durationMs = call.durationMs;
    this.flags = call.flags;
    this.abandoned = call.abandoned;
    this.place = call.place;
    this.resultPlace = call.resultPlace;
    this.#shelf = shelf;
    this.#arguments = shelf.put(call.arguments);
    this.#result = call.result === null ? null : shelf.put(call.result);
  }

  get arguments(): ToolCall['arguments'] {
    return this.#shelf.take(this.#arguments) as ToolCall['arguments'];
  }

  set arguments(value: ToolCall['arguments']) {
    this.#arguments = this.#shelf.put(value);
  }

  get result(): ToolCall['result'] {
    return this.#result === null ? null : (this.#shelf.take(this.#result) as ToolCall['result']);
  }

  set result(value: ToolCall['result']) {
    this.#result = value === null ? null : this.#shelf.put(value);
  }

  toJSON(): ToolCall {
    return {
      id: this.id,
      thread: this.thread,
      turn: this.turn,
      order: this.order,
      name: this.name,
      server: this.server,
      tool: this.tool,
      serverExact: this.serverExact,
      arguments: this.arguments,
      argumentCharacters: this.argumentCharacters,
      messageId: this.messageId,
      startedAt: this.startedAt,
      endedAt: this.endedAt,
      durationMs: this.durationMs,
      result: this.result,
      flags: this.flags,
      abandoned: this.abandoned,
      place: this.place,
      resultPlace: this.resultPlace,
    };
  }
}
