import { EventEmitter } from 'node:events';
import { MessageChannel, type MessagePort } from 'node:worker_threads';

/**
 * `MessagePortMain`: delivers nothing before `start()`, copies by structured clone, and tells of the far end's end.
 * https://www.electronjs.org/docs/latest/api/message-port-main
 */
export class StandInPort extends EventEmitter implements Pick<Electron.MessagePortMain, 'postMessage' | 'start' | 'close'> {
  #port: MessagePort | null;
  #started = false;

  constructor(port: MessagePort) {
    super();
    this.#port = port;
    port.on('close', () => this.emit('close'));
  }

  start(): void {
    if (this.#started || this.#port === null) return;
    this.#started = true;
    this.#port.on('message', (data: unknown) => this.emit('message', { data, ports: [] }));
  }

  postMessage(message: unknown, transfer: readonly unknown[] = []): void {
    if (transfer.length > 0) throw new Error('The stand-in for Electron passes no ports through ports.');
    this.#port?.postMessage(message);
  }

  close(): void {
    this.#port?.close();
  }

  /** Gives the real port away; this object is of no use afterwards, as after a transfer. */
  transfer(): MessagePort {
    const port = this.#port;
    if (port === null || this.#started)
      throw new Error('An object could not be cloned: the port was transferred or started before.');
    this.#port = null;
    port.removeAllListeners('close');
    return port;
  }
}

/** https://www.electronjs.org/docs/latest/api/message-channel-main */
export class StandInChannel {
  readonly port1: StandInPort;
  readonly port2: StandInPort;

  constructor() {
    const { port1, port2 } = new MessageChannel();
    this.port1 = new StandInPort(port1);
    this.port2 = new StandInPort(port2);
  }
}

/** What goes over a pipe that knows no ports: messages with the number of the port that they belong to. */
export type PortFrame = { kind: 'port'; id: number; data: unknown } | { kind: 'port-close'; id: number };

/** Carries ports that were sent elsewhere: to another process, or to a page. */
export class PortRelay {
  readonly #ports = new Map<number, MessagePort>();
  readonly #send: (frame: PortFrame) => void;
  #lastId = 0;

  constructor(send: (frame: PortFrame) => void) {
    this.#send = send;
  }

  /** Takes a port over; the number stands for it on the other side. */
  add(port: MessagePort): number {
    this.#lastId += 1;
    const id = this.#lastId;
    this.#ports.set(id, port);
    // Later, so that the other side hears of the port before it hears from it.
    setImmediate(() => port.on('message', (data: unknown) => this.#send({ kind: 'port', id, data })));
    port.on('close', () => {
      if (this.#ports.delete(id)) this.#send({ kind: 'port-close', id });
    });
    return id;
  }

  receive(frame: PortFrame): void {
    const port = this.#ports.get(frame.id);
    if (frame.kind === 'port') port?.postMessage(frame.data);
    else if (port !== undefined) {
      this.#ports.delete(frame.id);
      port.close();
    }
  }

  /** The other side is gone with all its ports. */
  end(): void {
    const ports = [...this.#ports.values()];
    this.#ports.clear();
    for (const port of ports) port.close();
  }
}
