import type { EmbeddingStore } from '../../store/embedding-store.ts';

/**
 * Why the vectors do not answer although there are some: the model was changed, and most texts have only the old one's vector yet.
 * A list of the few that were read anew would pass for the whole.
 */
export function whileModelChanges(embeddings: EmbeddingStore): string | null {
  if (!embeddings.hasOtherSpaces()) return null;
  const { own, other } = embeddings.progress();
  if (own >= other) return null;
  const done = own === 0 ? 'none of the texts has been read by it yet' : `${own} of about ${other} texts have been read by it`;
  return `The embedding model has changed to ${embeddings.space.model} (${embeddings.space.checksum}), and ${done}. Until a refresh has finished that (\`context-hub refresh\`; the running service does it by itself), searches go by keywords, without meaning.`;
}
