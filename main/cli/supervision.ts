/** Set for the process that serves, by the one that watches over it; taken out at once, so that no program it starts inherits it. */
export const supervisedVariable = 'CONTEXT_HUB_SUPERVISED';

/** By what open windows know a run: with the same, they find the one that comes after a crash and are let in. */
export interface ServingIdentity {
  port: number;
  token: string;
  session: string;
}

/** What the watching process says. `begin` comes once; `interrupt` for every Ctrl-C. */
export type SupervisorMessage = { kind: 'begin'; before: ServingIdentity | null; notice: string | null } | { kind: 'interrupt' };
/** What the serving process says, once it serves. */
export interface ServingMessage {
  kind: 'serving';
  identity: ServingIdentity;
}

/** The serving process's end of the connection to the one that watches over it. */
export interface Supervision {
  /** Who it is to be when it takes the place of one that crashed, and what to tell of that; null and null for the first. */
  begin: Promise<{ before: ServingIdentity | null; notice: string | null }>;
  serves(identity: ServingIdentity): void;
  /** Calls back for every interruption that is passed on. */
  onInterrupt(listener: () => void): void;
}

let joined: Supervision | null | undefined;

/** The supervision of this process; null where nobody watches over it. */
export function supervision(): Supervision | null {
  joined ??= process.env[supervisedVariable] === undefined || process.send === undefined ? null : join();
  return joined;
}

function join(): Supervision {
  delete process.env[supervisedVariable];
  const begin = Promise.withResolvers<{ before: ServingIdentity | null; notice: string | null }>();
  const listeners: (() => void)[] = [];
  process.on('message', (message: SupervisorMessage) => {
    if (message.kind === 'begin') {
      begin.resolve(message);
      // From now on what it does keeps the process, not this.
      process.channel?.unref();
    } else for (const listener of listeners) listener();
  });
  // Nobody could stop it any more.
  process.on('disconnect', () => process.exit(1));
  return {
    begin: begin.promise,
    serves: (identity) => void process.send!({ kind: 'serving', identity } satisfies ServingMessage),
    onInterrupt: (listener) => void listeners.push(listener),
  };
}
