/**
 * A two-way pipe of whole messages between two sides of a contract. It knows nothing of procedures; a transport supplies nothing
 * but this. Messages are plain data and typed arrays, copied on the way, and arrive in the order in which they were sent.
 */
export interface Channel {
  /** What is sent after the end is dropped. Throws a `HubError` for what cannot be carried: a function, an oversized message. */
  send(message: unknown): void;
  /** One listener; messages that came before it are kept for it. What could not be decoded arrives as a `MalformedMessage`. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when either side has closed or the other has died; at once when that has happened before. */
  onClose(listener: (reason: string) => void): void;
  close(reason?: string): void;
  /** What was sent and has not left yet, for transports that know; 0 for the others. Unit: bytes. */
  readonly bufferedBytes: number;
}

/** Stands for bytes that are no message. Whoever reads from a channel ends the connection on it. */
export class MalformedMessage {
  readonly reason: string;

  constructor(reason: string) {
    this.reason = reason;
  }
}
