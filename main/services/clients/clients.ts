import { execFile } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { resolve } from 'node:path';
import { isDeepStrictEqual, promisify } from 'node:util';
import type { ClientChange, ClientId, ClientScope, ClientState, Handshake } from '../../contract/clients.ts';
import { HubError } from '../../contract/errors.ts';
import { isProgram, programPaths } from '../runtime/find-program.ts';
import { clientCatalog, type ClientDefinition, type ClientPlaces } from './client-catalog.ts';
import { readEntry, removeEntry, writeEntry } from './configuration-file.ts';
import { proveHandshake } from './handshake.ts';
import { agentInstructions } from './instructions.ts';
import { entryName, type BridgeCommand } from './server-entry.ts';

const run = promisify(execFile);
/** How long a client's own command may take. Unit: milliseconds. */
const commandMs = 30_000;

export interface ClientsOptions {
  /** How agents start the bridge; asked when it is needed, since it may not be there. */
  bridge: () => BridgeCommand;
  /** For tests; default: this user's. */
  places?: Omit<ClientPlaces, 'project'>;
  handshake?: (bridge: BridgeCommand, signal?: AbortSignal) => Promise<Handshake>;
}

export interface ClientTarget {
  client: ClientId;
  scope?: ClientScope | undefined;
  /** Folder of the project. */
  folder?: string | undefined;
}

/** The agents of this machine, and their configuration. */
export class Clients {
  readonly #options: ClientsOptions;
  readonly #places: Omit<ClientPlaces, 'project'>;

  constructor(options: ClientsOptions) {
    this.#options = options;
    this.#places = options.places ?? { platform: process.platform, home: homedir(), environment: process.env };
  }

  /** All clients that are known: whether each is here, and where this hub's entry stands. */
  list(folder?: string): ClientState[] {
    const places = this.#in(folder);
    return clientCatalog.map((client) => {
      const configured: ClientState['configured'] = [];
      let problem: string | null = null;
      for (const scope of client.scopes) {
        const path = client.path(scope, places);
        if (path === null) continue;
        try {
          const entry = readEntry(path, client.configuration);
          if (entry !== null) configured.push({ scope, path, isCurrent: this.#isCurrent(client, entry) });
        } catch (error) {
          problem ??= (error as Error).message;
        }
      }
      return {
        id: client.id,
        name: client.name,
        found: this.#found(client, places),
        scopes: [...client.scopes],
        configured,
        problem,
      };
    });
  }

  /** Writes the entry, through the client's own command where it has one, and proves that its bridge answers. */
  async connect(target: ClientTarget, signal?: AbortSignal): Promise<ClientChange> {
    const { client, scope, places } = this.#target(target);
    const bridge = this.#options.bridge();
    const path = client.path(scope, places);
    const program = this.#program(client, scope);
    const before = path === null ? null : readEntry(path, client.configuration);
    let change = { changed: false, backup: null as string | null };
    if (before === null || !this.#isCurrent(client, before)) {
      if (program === null) {
        if (path === null)
          throw new HubError(
            'not-found',
            `${client.name} has the scope “${scope}” through its own command alone, and \`${client.program?.name}\` was not found. Use --scope user or project.`,
          );
        change = writeEntry(path, client.configuration, client.entry(bridge));
      } else {
        // It refuses a name that is taken; that there is none is no failure.
        await this.#run(program, client.program!.remove(scope), places, signal).catch(() => {});
        await this.#run(program, client.program!.add(bridge, scope), places, signal);
        change = { changed: true, backup: null };
      }
    }
    const handshake = await (this.#options.handshake ?? proveHandshake)(bridge, signal);
    return {
      client: client.id,
      scope,
      how: program === null ? 'file' : 'command',
      path,
      ...change,
      handshake,
      nextStep: client.nextStep,
    };
  }

  /** Takes this hub's entry out. */
  async disconnect(target: ClientTarget, signal?: AbortSignal): Promise<ClientChange> {
    const { client, scope, places } = this.#target(target);
    const path = client.path(scope, places);
    const program = this.#program(client, scope);
    const isThere = path === null || readEntry(path, client.configuration) !== null;
    let change = { changed: false, backup: null as string | null };
    if (isThere && program === null && path !== null) change = removeEntry(path, client.configuration);
    else if (isThere && program !== null) {
      const before = path === null;
      const done = await this.#run(program, client.program!.remove(scope), places, signal).then(
        () => true,
        (error: unknown) => {
          // Where the file is not known, “there is none” cannot be told from another failure.
          if (before) return false;
          throw error;
        },
      );
      change = { changed: done, backup: null };
    }
    return {
      client: client.id,
      scope,
      how: program === null ? 'file' : 'command',
      path,
      ...change,
      handshake: null,
      nextStep: client.nextStep,
    };
  }

  /** What connecting would write, and the command where the client has one. */
  snippet(target: ClientTarget): {
    path: string | null;
    language: 'json' | 'toml' | 'shell';
    text: string;
    command: string | null;
    instructions: string;
  } {
    const { client, scope, places } = this.#target(target, false);
    const bridge = this.#options.bridge();
    const words =
      client.program?.scopes.includes(scope) === true ? [client.program.name, ...client.program.add(bridge, scope)] : null;
    return {
      path: client.path(scope, places),
      language: client.language,
      text: client.configuration.set('', client.entry(bridge)),
      command: words === null ? null : words.map(quoted).join(' '),
      instructions: agentInstructions,
    };
  }

  #in(folder: string | undefined): ClientPlaces {
    return { ...this.#places, project: folder === undefined ? null : resolve(folder) };
  }

  #target(
    { client: id, scope: wanted, folder }: ClientTarget,
    needsFolder = true,
  ): { client: ClientDefinition; scope: ClientScope; places: ClientPlaces } {
    const client = clientCatalog.find((one) => one.id === id);
    if (client === undefined)
      throw new HubError(
        'usage',
        `There is no client “${id as string}”. Known are ${clientCatalog.map((one) => one.id).join(', ')}.`,
      );
    const scope = wanted ?? client.scopes[0]!;
    if (!client.scopes.includes(scope))
      throw new HubError('usage', `${client.name} has no scope “${scope}”; it has ${client.scopes.join(', ')}.`);
    if (scope !== 'user' && needsFolder) {
      if (folder === undefined) throw new HubError('usage', `The scope “${scope}” needs the project’s folder.`);
      if (!isFolder(folder)) throw new HubError('usage', `${folder} is no folder.`, { folder });
    }
    return { client, scope, places: this.#in(folder) };
  }

  #isCurrent(client: ClientDefinition, entry: Record<string, unknown>): boolean {
    try {
      const { command, args } = client.entry(this.#options.bridge());
      return isDeepStrictEqual([entry['command'], entry['args']], [command, args]);
    } catch {
      return false;
    }
  }

  #program(client: ClientDefinition, scope: ClientScope): string | null {
    if (client.program?.scopes.includes(scope) !== true) return null;
    return this.#programPath(client.program.name);
  }

  #programPath(name: string): string | null {
    const { platform, environment } = this.#places;
    // What is no program but a script of the shell (.cmd) cannot be started without one, and a shell reads paths as words.
    return programPaths([name], environment, platform === 'win32' ? ['.exe'] : ['']).find(isProgram) ?? null;
  }

  #found(client: ClientDefinition, places: ClientPlaces): string | null {
    const program = client.program === null ? null : this.#programPath(client.program.name);
    return program ?? client.traces(places).find((path) => existsSync(path)) ?? null;
  }

  async #run(program: string, words: readonly string[], places: ClientPlaces, signal: AbortSignal | undefined): Promise<void> {
    try {
      await run(program, [...words], {
        timeout: commandMs,
        env: { ...places.environment },
        windowsHide: true,
        ...(places.project === null ? {} : { cwd: places.project }),
        ...(signal === undefined ? {} : { signal }),
      });
    } catch (error) {
      if ((error as Error).name === 'AbortError') throw error;
      const { stderr = '', stdout = '' } = error as { stderr?: string; stdout?: string };
      const said = (stderr.trim() === '' ? stdout : stderr).trim().slice(-500);
      throw new HubError(
        'usage',
        `\`${program} ${words.slice(0, 2).join(' ')}\` failed${said === '' ? '' : `: ${said}`}. Show the entry with \`connect --print\` and add “${entryName}” by hand.`,
        { program },
        error,
      );
    }
  }
}

function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
