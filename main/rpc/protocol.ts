import { asHubError, errorCodes, HubError, type ErrorCode, type WireError } from '../contract/errors.ts';
import { MalformedMessage } from './channel.ts';

/** Names this protocol, so that something else on the same port or socket is recognised as such. */
export const protocolName = 'context-hub';

/** The first message of either side. A later version may say more, and must still be understood far enough to be refused. */
interface HelloFrame {
  type: 'hello';
  protocol: typeof protocolName;
  version: number;
}

/** An id is numbered by the client, from 1, and never used twice in a connection. */
export type ClientFrame =
  | HelloFrame
  | { type: 'request'; id: number; name: string; input: unknown }
  | { type: 'cancel'; id: number }
  /** The client has used `count` values of an `every` stream and can take as many again. */
  | { type: 'credit'; id: number; count: number }
  | { type: 'ping' };

export type ServerFrame =
  | HelloFrame
  | { type: 'reply'; id: number; value: unknown }
  | { type: 'next'; id: number; value: unknown }
  | { type: 'done'; id: number }
  /** Ends a request, or, with a null id, the connection. */
  | { type: 'error'; id: number | null; error: { code: string; message: string; details?: Record<string, unknown> | undefined } }
  | { type: 'pong' };

/** What a field must hold. */
type Check = (value: unknown) => boolean;
/** The fields of each type of frame, beside the type itself. */
type Frames = Readonly<Record<string, Readonly<Record<string, Check>>>>;

const mostCredit = 1_000_000;
const isWhole: Check = (value) => Number.isSafeInteger(value);
const isId: Check = (value) => isWhole(value) && (value as number) > 0;
const isText =
  (mostCharacters: number): Check =>
  (value) =>
    typeof value === 'string' && value.length <= mostCharacters;
const isAnything: Check = () => true;
const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isWireError: Check = (value) =>
  isRecord(value) &&
  isText(100)(value['code']) &&
  typeof value['message'] === 'string' &&
  (value['details'] === undefined || isRecord(value['details']));

const hello = { protocol: (value: unknown) => value === protocolName, version: isWhole };
// By hand and not by schemas: a window that loads reads frames before anything is seen, and should not have to make schemas for that.
const clientFrames: Frames = {
  hello,
  request: { id: isId, name: isText(200), input: isAnything },
  cancel: { id: isId },
  credit: { id: isId, count: (value) => isId(value) && (value as number) <= mostCredit },
  ping: {},
};
const serverFrames: Frames = {
  hello,
  reply: { id: isId, value: isAnything },
  next: { id: isId, value: isAnything },
  done: { id: isId },
  error: { id: (value) => value === null || isId(value), error: isWireError },
  pong: {},
};

/** What a message from a client is, or why it is nothing. */
export function readClientFrame(message: unknown): ClientFrame | MalformedMessage {
  return read(clientFrames, message) as ClientFrame | MalformedMessage;
}

export function readServerFrame(message: unknown): ServerFrame | MalformedMessage {
  return read(serverFrames, message) as ServerFrame | MalformedMessage;
}

/** The message itself, which is one of the frames then, or why it is none. */
function read(frames: Frames, message: unknown): unknown {
  if (message instanceof MalformedMessage) return message;
  try {
    const problem = problemOf(frames, message);
    return problem === null ? message : new MalformedMessage(problem);
  } catch (thrown) {
    // An object whose getters throw.
    return new MalformedMessage(`it cannot be read (${thrown instanceof Error ? thrown.name : 'unknown'})`);
  }
}

/** Why a message is no frame; null when it is one. */
function problemOf(frames: Frames, message: unknown): string | null {
  if (!isRecord(message)) return 'it is no object';
  const { type } = message;
  if (typeof type !== 'string' || !Object.hasOwn(frames, type)) return `type: none of ${Object.keys(frames).join(', ')}`;
  const fields = frames[type]!;
  for (const [name, holds] of Object.entries(fields))
    if (!Object.hasOwn(message, name) || !holds(message[name])) return `${name}: not what a message of type ${type} holds`;
  if (type === 'hello') return null;
  const unknown = Object.keys(message).find((name) => name !== 'type' && !Object.hasOwn(fields, name));
  return unknown === undefined ? null : `${unknown.slice(0, 100)}: unknown in a message of type ${type}`;
}

/** An error as plain data, whatever was thrown: a failed copy would hide the cause. */
export function toWireError(thrown: unknown): WireError {
  const error = readable(thrown);
  return { code: error.code, message: error.message.slice(0, 10_000), details: plain(error.details) };
}

function readable(thrown: unknown): HubError {
  try {
    return asHubError(thrown);
  } catch {
    return new HubError('internal', 'Something was thrown that cannot even be shown.');
  }
}

function plain(details: Record<string, unknown>): Record<string, unknown> {
  try {
    return JSON.parse(JSON.stringify(details)) as Record<string, unknown>;
  } catch {
    return {};
  }
}

/** The error of the other side; a code that this side does not know becomes `internal`. */
export function fromWireError(error: { code: string; message: string; details?: Record<string, unknown> | undefined }): HubError {
  const code = errorCodes.find((known) => known === error.code) satisfies ErrorCode | undefined;
  return new HubError(code ?? 'internal', error.message, error.details ?? {});
}

/** What both sides say when their versions differ. */
export function incompatible(client: number, service: number): HubError {
  const advice =
    client < service
      ? 'The window is older than the service: reload it, or start the application again.'
      : 'The service is older than the window: stop it and start it again.';
  return new HubError(
    'incompatible',
    `The window speaks version ${client} of the protocol, the service version ${service}. ${advice}`,
    {
      client,
      service,
    },
  );
}
