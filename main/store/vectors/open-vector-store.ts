import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HubError } from '../../contract/errors.ts';
import { throwIfCancelled } from '../../core/abort.ts';
import type { Logger } from '../../core/logger.ts';
import type { EmbeddingSpace, VectorRecord, VectorStore } from '../../core/vectors.ts';
import { callChroma } from './chroma-call.ts';
import { collectionName, removeCollection } from './chroma-collection.ts';
import { remoteEndpoint } from './chroma-endpoint.ts';
import type { ChromaEndpoint } from './chroma-endpoint.ts';
import { probeChroma } from './chroma-probe.ts';
import { chromaCandidates } from './chroma-program.ts';
import type { ChromaProgram, ChromaSearch } from './chroma-program.ts';
import { ChromaServer } from './chroma-server.ts';
import { ChromaVectorStore } from './chroma-vector-store.ts';
import { directoryId } from './directory-id.ts';
import { EmbeddedVectorStore } from './embedded-vector-store.ts';

/** What `openVectorStore` needs. */
export interface OpenVectorStoreOptions {
  /** `auto` takes Chroma where it serves, else the embedded index; `chroma` takes Chroma or throws. */
  backend: 'auto' | 'chroma' | 'embedded';
  /** A server that somebody else runs; no server of our own is started then. */
  chromaUrl?: string | undefined;
  /** A server that another part of this program runs on the data directory; it is searched and never written to from here. */
  endpoint?: ChromaEndpoint | undefined;
  /** A `chroma` program, or the folder of a Python virtual environment that has one. */
  chromaBinary?: string | undefined;
  space: EmbeddingSpace;
  dataDirectory: string;
  logger: Logger;
  /** All vectors, for the embedded index. A Chroma collection is filled by `syncVectorStore`. */
  loadEmbeddings: () => Iterable<VectorRecord>;
  signal?: AbortSignal | undefined;
  /** Where to look for a server, in tests. */
  search?: ChromaSearch;
}

/** Which backend answers and why. */
export interface VectorStoreChoice {
  kind: 'chroma' | 'embedded';
  /** One plain sentence. */
  reason: string;
  /** Everything that was tried, in order, with what came of it. */
  tried: { what: string; outcome: string }[];
}

export interface OpenedVectorStore {
  store: VectorStore;
  choice: VectorStoreChoice;
  /** The Chroma server that we run; null where there is none. */
  server: ChromaServer | null;
}

/** Opens the vector store that the settings ask for. Disposing of the store stops a server that was started for it. */
export async function openVectorStore(options: OpenVectorStoreOptions): Promise<OpenedVectorStore> {
  if (options.backend === 'embedded') return openEmbedded(options, askedForEmbedded());
  const tried: VectorStoreChoice['tried'] = [];
  if (options.endpoint) {
    const store = await openStore(options, options.endpoint);
    return { store, choice: { kind: 'chroma', reason: 'The Chroma server that the indexer runs answers.', tried }, server: null };
  }
  const opened = options.chromaUrl ? await tryUrl(options, options.chromaUrl, tried) : await tryPrograms(options, tried);
  if (opened !== null) return opened;
  if (options.backend === 'chroma') throw impossible(options, tried);
  const reason = options.chromaUrl
    ? `The embedded index answers because the Chroma server at ${labelOf(options.chromaUrl)} cannot be used.`
    : 'The embedded index answers because no Chroma server can be run on this machine.';
  options.logger.info(reason, { tried });
  return openEmbedded(options, { kind: 'embedded', reason, tried });
}

/** The choice that the settings have made, with nothing tried. */
export function askedForEmbedded(): VectorStoreChoice {
  return { kind: 'embedded', reason: 'The settings ask for the embedded index.', tried: [] };
}

function openEmbedded(options: OpenVectorStoreOptions, choice: VectorStoreChoice): OpenedVectorStore {
  const store = new EmbeddedVectorStore(options.space);
  store.load(options.loadEmbeddings(), options.signal);
  return { store, choice, server: null };
}

async function tryUrl(
  options: OpenVectorStoreOptions,
  url: string,
  tried: VectorStoreChoice['tried'],
): Promise<OpenedVectorStore | null> {
  const endpoint = remoteEndpoint(url);
  const what = labelOf(url);
  try {
    await probeChroma(endpoint, options.signal);
    const store = await openStore(options, endpoint);
    tried.push({ what, outcome: 'answers' });
    return {
      store,
      choice: { kind: 'chroma', reason: `The Chroma server at ${what} answers, as the settings ask.`, tried },
      server: null,
    };
  } catch (error) {
    throwIfCancelled(options.signal);
    tried.push({ what, outcome: (error as Error).message });
    return null;
  }
}

async function tryPrograms(
  options: OpenVectorStoreOptions,
  tried: VectorStoreChoice['tried'],
): Promise<OpenedVectorStore | null> {
  for (const candidate of chromaCandidates({ ...options.search, binary: options.chromaBinary })) {
    throwIfCancelled(options.signal);
    try {
      const program = await candidate.find();
      const { store, server } = await runProgram(options, program);
      tried.push({ what: candidate.what, outcome: `${program.what} answers` });
      return { store, choice: { kind: 'chroma', reason: `${program.what} runs and answers.`, tried }, server };
    } catch (error) {
      throwIfCancelled(options.signal);
      tried.push({ what: candidate.what, outcome: (error as Error).message });
      // Another program would meet the same lock.
      if (error instanceof HubError && error.code === 'locked') return null;
    }
  }
  return null;
}

/** Starts the program; where it does not serve on files of an earlier run, these are thrown away and it gets a second chance. */
async function runProgram(
  options: OpenVectorStoreOptions,
  program: ChromaProgram,
): Promise<{ store: VectorStore; server: ChromaServer }> {
  const directory = join(options.dataDirectory, 'vectors', 'chroma');
  const hadFiles = (await stat(join(directory, 'data')).catch(() => null)) !== null;
  try {
    return await startAndProbe(options, program, directory);
  } catch (error) {
    throwIfCancelled(options.signal);
    if (!hadFiles || (error instanceof HubError && error.code === 'locked')) throw error;
    options.logger.warn('Chroma does not serve on its old files; they are made anew.', { reason: (error as Error).message });
    return await startAndProbe(options, program, directory, true);
  }
}

async function startAndProbe(options: OpenVectorStoreOptions, program: ChromaProgram, directory: string, fresh = false) {
  const server = await ChromaServer.start({ program, directory, logger: options.logger, fresh });
  try {
    await probeChroma(server, options.signal);
    return { store: await openOwnStore(options, server), server };
  } catch (error) {
    await server[Symbol.asyncDispose]();
    throw error;
  }
}

/**
 * On a server of our own everything is a cache: a collection that does not fit is made anew, and what else is there goes, namely
 * another model's vectors and scratch collections of a run that crashed.
 */
async function openOwnStore(options: OpenVectorStoreOptions, server: ChromaServer): Promise<ChromaVectorStore> {
  const current = await collectionOf(options);
  const collections = await callChroma(server, (client) => client.listCollections({ limit: 1_000 }), { signal: options.signal });
  for (const { name } of collections) if (name !== current) await removeCollection(server, name, options.signal);
  try {
    return await openStore(options, server);
  } catch (error) {
    if (!(error instanceof HubError) || error.details['mismatch'] !== true) throw error;
    options.logger.warn('The Chroma collection does not fit and is made anew.', { reason: error.message });
    await removeCollection(server, current, options.signal);
    return await openStore(options, server);
  }
}

async function openStore(options: OpenVectorStoreOptions, endpoint: ChromaEndpoint): Promise<ChromaVectorStore> {
  const collection = await collectionOf(options);
  return await ChromaVectorStore.open({
    endpoint,
    collection,
    space: options.space,
    ...(options.signal ? { signal: options.signal } : {}),
  });
}

async function collectionOf(options: OpenVectorStoreOptions): Promise<string> {
  return collectionName(await directoryId(join(options.dataDirectory, 'vectors', 'directory-id')), options.space);
}

function impossible(options: OpenVectorStoreOptions, tried: VectorStoreChoice['tried']): HubError {
  const advice = options.chromaUrl
    ? 'Check that the server runs and has version 1'
    : "Install one with pip install 'chromadb>=1.0,<2' and point the setting for Chroma's program to it";
  const reasons = tried.map(({ what, outcome }) => `${what}: ${outcome}`).join('; ');
  return new HubError(
    'vector-backend',
    `Chroma cannot be used. ${advice}, or choose the backend auto or embedded. Tried: ${reasons}`,
    { tried },
  );
}

/** The URL without credentials. */
function labelOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'the given URL';
}
