/**
 * Runs in a page before its own scripts and gives the preload its `electron`, as a sandboxed preload has it. Its text is injected into
 * Chromium, so it can use nothing from outside.
 */

interface PageSetup {
  platform: string;
  /** Paths of files that tests drop, by the file's name. */
  droppedPaths: Record<string, string>;
  binding: string;
}

type ToPage =
  | { kind: 'send'; channel: string; args: unknown[]; ports: number[] }
  | { kind: 'port'; id: number; data: unknown }
  | { kind: 'port-close'; id: number };

/** The preload, wrapped as a CommonJS module. */
type Preload = (require: (name: string) => unknown, process: object, module: object, exports: object) => void;
type Send = (frame: Record<string, unknown>) => Promise<unknown>;

export function runPreload({ platform, droppedPaths, binding }: PageSetup, preload: Preload): void {
  // A preload runs in the main frame only, and Chromium's first empty page is none of the app's.
  if (window.top !== window || window.location.href === 'about:blank') return;
  const holder = window as unknown as Record<string, Send | undefined>;
  const send = holder[binding]!;
  delete holder[binding];

  const strict = (name: string, target: object): object =>
    new Proxy(target, {
      get(object, key) {
        if (typeof key === 'string' && !(key in object)) throw new Error(`The stand-in for Electron has no ${name}.${key}.`);
        return Reflect.get(object, key) as unknown;
      },
    });

  const listeners = new Map<string, ((event: unknown, ...args: unknown[]) => void)[]>();
  const ports = new Map<number, MessagePort>();

  const ipcRenderer = strict('ipcRenderer', {
    send(channel: string, ...args: unknown[]) {
      void send({ kind: 'send', channel, args: structuredClone(args) });
    },
    async invoke(channel: string, ...args: unknown[]) {
      const answer = (await send({ kind: 'invoke', channel, args: structuredClone(args) })) as {
        value?: unknown;
        error?: string;
      };
      // Of an error only its message comes through: https://www.electronjs.org/docs/latest/api/ipc-renderer#ipcrendererinvokechannel-args
      if (answer.error !== undefined) throw new Error(`Error invoking remote method '${channel}': ${answer.error}`);
      return answer.value;
    },
    on(channel: string, listener: (event: unknown, ...args: unknown[]) => void) {
      listeners.set(channel, [...(listeners.get(channel) ?? []), listener]);
    },
  });

  /** What the context bridge does to a value: copies it, functions by proxy, prototypes dropped. Files pass. */
  const cross = (value: unknown): unknown => {
    if (typeof value === 'function')
      return (...args: unknown[]): unknown => {
        const answer = (value as (...values: unknown[]) => unknown)(...args.map(cross));
        return answer instanceof Promise ? answer.then(cross) : cross(answer);
      };
    if (value instanceof File) return value;
    if (Array.isArray(value)) return value.map(cross);
    if (Object.prototype.toString.call(value) === '[object Object]')
      return Object.fromEntries(Object.entries(value as object).map(([key, part]) => [key, cross(part)]));
    return structuredClone(value);
  };

  const contextBridge = strict('contextBridge', {
    exposeInMainWorld(name: string, api: object) {
      if (name in window) throw new Error(`Cannot bind an API on top of an existing property on the window object: ${name}`);
      Object.defineProperty(window, name, { value: Object.freeze(cross(api)), enumerable: true });
    },
  });

  const webUtils = strict('webUtils', {
    getPathForFile(file: unknown) {
      if (!(file instanceof File)) throw new TypeError('getPathForFile expects a File');
      return droppedPaths[file.name] ?? '';
    },
  });

  const electron = strict('electron', { contextBridge, ipcRenderer, webUtils });
  /** https://www.electronjs.org/docs/latest/tutorial/sandbox#preload-scripts */
  const require = (name: string): unknown => {
    if (name === 'electron') return electron;
    if (['events', 'timers', 'url'].includes(name.replace(/^node:/, '')))
      throw new Error(`A sandboxed preload may require ${name}, but the stand-in for Electron does not have it.`);
    throw new Error(`module not found: ${name}`);
  };

  // Electron's ports tell of their far end's end by a `close` event, which Chromium's own do not have:
  // https://www.electronjs.org/docs/latest/tutorial/message-ports#extension-close-event. A port that is posted on is another object there.
  const idOf = new WeakMap<Transferable, number>();
  const arrived = new Map<number, MessagePort>();
  const posted: number[][] = [];
  const patchClose = (port: MessagePort, id: number): void => {
    arrived.set(id, port);
    const close = port.close.bind(port);
    port.close = () => {
      close();
      if (ports.delete(id)) void send({ kind: 'port-close', id });
    };
  };
  const postMessage = window.postMessage.bind(window) as (message: unknown, origin: string, transfer?: Transferable[]) => void;
  window.postMessage = ((message: unknown, origin: string, transfer: Transferable[] = []) => {
    const ids = transfer.map((each) => idOf.get(each)).filter((id) => id !== undefined);
    postMessage(message, origin, transfer);
    if (ids.length > 0) posted.push(ids);
  }) as typeof window.postMessage;
  window.addEventListener('message', (event) => {
    if (event.source !== window || event.ports.length === 0) return;
    for (const [index, id] of (posted.shift() ?? []).entries()) patchClose(event.ports[index]!, id);
  });

  const receive = (frame: ToPage): void => {
    if (frame.kind === 'port') ports.get(frame.id)?.postMessage(frame.data);
    else if (frame.kind === 'port-close') {
      ports.delete(frame.id);
      arrived.get(frame.id)?.dispatchEvent(new Event('close'));
    } else {
      const taken = frame.ports.map((id) => {
        const { port1, port2 } = new MessageChannel();
        ports.set(id, port1);
        idOf.set(port2, id);
        patchClose(port2, id);
        port1.addEventListener('message', ({ data }: MessageEvent<unknown>) => void send({ kind: 'port', id, data }));
        port1.start();
        return port2;
      });
      for (const listener of listeners.get(frame.channel) ?? []) listener({ ports: taken }, ...frame.args);
    }
  };
  const listen = async (): Promise<void> => {
    for (;;) for (const frame of (await send({ kind: 'next' })) as ToPage[]) receive(frame);
  };

  // Electron asks the app before there is a window; here the page would get one first.
  window.open = (url) => {
    void send({ kind: 'open', url: new URL(String(url ?? 'about:blank'), window.location.href).href });
    return null;
  };

  const module = { exports: {} };
  preload(
    require,
    strict('process', { platform, type: 'renderer', sandboxed: true, contextIsolated: true }),
    module,
    module.exports,
  );
  void listen();
}
