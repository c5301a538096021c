/**
 * A two-way pipe of whole messages between two sides of a contract. It knows nothing of procedures; a transport supplies nothing
 * but this. Messages are plain data and typed arrays, copied on the way.
 */
export interface Channel {
  /** Throws nothing: what is sent after the end is dropped. */
  send(message: unknown): void;
  /** One listener; messages that came before it are kept for it. */
  onMessage(listener: (message: unknown) => void): void;
  /** Called once, when either side has closed or the other has died; at once when that has happened before. */
  onClose(listener: (reason: string) => void): void;
  close(reason?: string): void;
  /** What was sent and has not left yet, for transports that know. Unit: bytes. */
  readonly bufferedBytes: number;
}
