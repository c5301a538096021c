/**
 * Embeddings by (space, hash of the embedded text): a chunk that moves keeps its vector. `vector_journal` holds the chunk ids
 * whose state the vector store has not been told of yet; it is written in the transaction that changes the chunk, so that a
 * crash between the two stores heals at the next start.
 */
export const embeddings = {
  number: 3,
  name: 'embeddings',
  sql: `
CREATE TABLE embedding_spaces(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  model TEXT NOT NULL,
  checksum TEXT NOT NULL,
  dimension INTEGER NOT NULL,
  pooling TEXT NOT NULL
) STRICT;

CREATE TABLE embeddings(
  space INTEGER NOT NULL REFERENCES embedding_spaces(id) ON DELETE CASCADE,
  hash TEXT NOT NULL,
  vector BLOB NOT NULL,
  UNIQUE (space, hash)
) STRICT;

CREATE TABLE vector_journal(
  chunk_id TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER chunks_deleted_journal AFTER DELETE ON chunks BEGIN
  INSERT OR IGNORE INTO vector_journal(chunk_id) VALUES (old.chunk_id);
END;
CREATE TRIGGER chunks_inserted_journal AFTER INSERT ON chunks BEGIN
  INSERT OR IGNORE INTO vector_journal(chunk_id) VALUES (new.chunk_id);
END;
CREATE TRIGGER embeddings_inserted_journal AFTER INSERT ON embeddings BEGIN
  INSERT OR IGNORE INTO vector_journal(chunk_id) SELECT chunk_id FROM chunks WHERE embedding_hash = new.hash;
END;
`,
};
