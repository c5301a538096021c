import { silentLogger } from '../../../main/core/logger.ts';
import type { Hub } from '../../../main/services/hub.ts';
import type { AnsweringHub } from '../../../main/services/procedures/service-parts.ts';
import { Browse } from '../../../main/services/retrieval/browse.ts';
import { Facets } from '../../../main/services/retrieval/facets.ts';
import { FileViews } from '../../../main/services/retrieval/file-views.ts';
import { Retriever } from '../../../main/services/retrieval/retriever.ts';
import { EmbeddedVectorStore } from '../../../main/store/vectors/embedded-vector-store.ts';
import { lookupCorpus, type LookupCorpus } from '../retrieval/lookup-corpus.ts';

export interface AnsweringCorpus extends LookupCorpus {
  answering: AnsweringHub;
  vectors: EmbeddedVectorStore;
  /** By words and, with vectors of the texts' hashes, by what stands for meaning. */
  withMeaning: Retriever;
}

/** The look-up corpus behind what handlers are given: only the model is a stand-in. */
export async function answeringCorpus(): Promise<AnsweringCorpus> {
  const corpus = await lookupCorpus();
  const { connection, embeddings, embedder, reader } = corpus.hub;
  const vectors = new EmbeddedVectorStore(embeddings.space);
  vectors.load(embeddings.records());
  const retriever = new Retriever({
    connection,
    vectors,
    embedder,
    spaceId: () => embeddings.spaceId(),
    withoutMeaning: null,
    logger: silentLogger,
  });
  const facets = new Facets(connection, retriever);
  const browse = new Browse(connection);
  const fileViews = new FileViews(connection);
  const hub = {
    retriever: () => Promise.resolve(retriever),
    facets: () => Promise.resolve(facets),
    browse: () => browse,
    fileViews: () => fileViews,
    source: (name: string) => reader.source(name)!,
  } as unknown as Hub;
  return {
    ...corpus,
    vectors,
    withMeaning: retriever,
    answering: { use: async (work) => work(hub) },
  };
}

/** The context of a call that nobody cancels. */
export const calmly = { signal: new AbortController().signal };
