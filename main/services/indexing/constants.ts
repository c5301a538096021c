/** Raise it whenever the same bytes would be cut, identified or described differently; every file is then prepared again. */
export const indexFormat = 4;

/** Texts that go to the embedding threads as one group; a group is stored in one transaction. */
export const embeddingGroupSize = 64;

/** Groups under way at once, so that the threads never wait for the writer. */
export const embeddingGroupsAhead = 3;

/** Most journal entries that are settled with the vector store at once (Chroma refuses more than 5,461). */
export const journalBatchSize = 5_000;
