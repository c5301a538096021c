import { z } from 'zod';
import { asHubError, errorCodes, HubError, type ErrorCode, type WireError } from '../contract/errors.ts';
import { MalformedMessage } from './channel.ts';

/** Names this protocol, so that something else on the same port or socket is recognised as such. */
export const protocolName = 'context-hub';

/** Numbered by the client, from 1, and never used twice in a connection. */
const id = z.int().positive();

/** The first message of either side. Not strict: a later version may say more, and must still be understood far enough to be refused. */
const hello = z.object({ type: z.literal('hello'), protocol: z.literal(protocolName), version: z.int() });
const wireError = z.object({
  code: z.string().max(100),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});

const clientFrame = z.discriminatedUnion('type', [
  hello,
  z.strictObject({ type: z.literal('request'), id, name: z.string().max(200), input: z.unknown() }),
  z.strictObject({ type: z.literal('cancel'), id }),
  /** The client has used `count` values of an `every` stream and can take as many again. */
  z.strictObject({ type: z.literal('credit'), id, count: z.int().positive().max(1_000_000) }),
  z.strictObject({ type: z.literal('ping') }),
]);

const serverFrame = z.discriminatedUnion('type', [
  hello,
  z.strictObject({ type: z.literal('reply'), id, value: z.unknown() }),
  z.strictObject({ type: z.literal('next'), id, value: z.unknown() }),
  z.strictObject({ type: z.literal('done'), id }),
  /** Ends a request, or, with a null id, the connection. */
  z.strictObject({ type: z.literal('error'), id: id.nullable(), error: wireError }),
  z.strictObject({ type: z.literal('pong') }),
]);

export type ClientFrame = z.output<typeof clientFrame>;
export type ServerFrame = z.output<typeof serverFrame>;

/** What a message from a client is, or why it is nothing. */
export function readClientFrame(message: unknown): ClientFrame | MalformedMessage {
  return read(clientFrame, message);
}

export function readServerFrame(message: unknown): ServerFrame | MalformedMessage {
  return read(serverFrame, message);
}

function read<Frame>(schema: z.ZodType<Frame>, message: unknown): Frame | MalformedMessage {
  if (message instanceof MalformedMessage) return message;
  try {
    const parsed = schema.safeParse(message);
    return parsed.success ? parsed.data : new MalformedMessage(firstIssue(parsed.error));
  } catch (thrown) {
    // Nested deeper than the stack, or an object whose getters throw.
    return new MalformedMessage(`it cannot be read (${thrown instanceof Error ? thrown.name : 'unknown'})`);
  }
}

function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'it has no known form' : `${issue.path.join('.') || 'message'}: ${issue.message}`;
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
