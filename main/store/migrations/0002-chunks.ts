/**
 * Chunks, their texts, the lists that filters ask for, and the full-text index. Texts have a table of their own: what ranking
 * and filters read of a few hundred chunks then lies on a few pages (a search was 40 ms slower with both in one row). The index
 * is external content over `chunk_texts`, kept in step by triggers. `_` is a token character, so an identifier is one term; its parts stand in `parts_text`.
 */
export const chunks = {
  number: 2,
  name: 'chunks',
  sql: `
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY,
  chunk_id TEXT NOT NULL UNIQUE,
  file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  ordinal INTEGER NOT NULL,
  content_type TEXT NOT NULL,
  chunk_type TEXT NOT NULL,
  language TEXT NOT NULL,
  symbol TEXT,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  module_path TEXT,
  class_name TEXT,
  method_name TEXT,
  is_dataclass INTEGER,
  domain TEXT,
  embedding_hash TEXT NOT NULL,
  indexed_at TEXT NOT NULL
) STRICT;
CREATE INDEX chunks_by_file ON chunks(file_id, ordinal);
CREATE INDEX chunks_by_embedding ON chunks(embedding_hash);
CREATE INDEX chunks_by_symbol ON chunks(symbol COLLATE NOCASE) WHERE symbol IS NOT NULL;
CREATE INDEX chunks_by_class ON chunks(class_name COLLATE NOCASE) WHERE class_name IS NOT NULL;
CREATE INDEX chunks_by_method ON chunks(method_name COLLATE NOCASE) WHERE method_name IS NOT NULL;
CREATE INDEX chunks_by_module ON chunks(module_path) WHERE module_path IS NOT NULL;

CREATE TABLE chunk_texts(
  id INTEGER PRIMARY KEY REFERENCES chunks(id) ON DELETE CASCADE,
  title TEXT NOT NULL,
  heading_trail TEXT NOT NULL,
  content TEXT NOT NULL,
  metadata TEXT NOT NULL,
  path_text TEXT NOT NULL,
  title_text TEXT NOT NULL,
  symbol_text TEXT NOT NULL,
  parts_text TEXT NOT NULL
) STRICT;

CREATE TABLE chunk_values(
  name TEXT NOT NULL,
  value TEXT NOT NULL COLLATE NOCASE,
  chunk INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
  PRIMARY KEY (name, value, chunk)
) STRICT, WITHOUT ROWID;
CREATE INDEX chunk_values_by_chunk ON chunk_values(chunk);

CREATE VIRTUAL TABLE chunk_search USING fts5(
  content, path_text, title_text, symbol_text, parts_text,
  content='chunk_texts', content_rowid='id',
  tokenize="porter unicode61 remove_diacritics 2 tokenchars '_'"
);
CREATE VIRTUAL TABLE chunk_terms USING fts5vocab('chunk_search', 'row');

CREATE TRIGGER chunk_texts_inserted AFTER INSERT ON chunk_texts BEGIN
  INSERT INTO chunk_search(rowid, content, path_text, title_text, symbol_text, parts_text)
  VALUES (new.id, new.content, new.path_text, new.title_text, new.symbol_text, new.parts_text);
END;
CREATE TRIGGER chunk_texts_deleted AFTER DELETE ON chunk_texts BEGIN
  INSERT INTO chunk_search(chunk_search, rowid, content, path_text, title_text, symbol_text, parts_text)
  VALUES ('delete', old.id, old.content, old.path_text, old.title_text, old.symbol_text, old.parts_text);
END;
CREATE TRIGGER chunk_texts_updated AFTER UPDATE OF content, path_text, title_text, symbol_text, parts_text ON chunk_texts BEGIN
  INSERT INTO chunk_search(chunk_search, rowid, content, path_text, title_text, symbol_text, parts_text)
  VALUES ('delete', old.id, old.content, old.path_text, old.title_text, old.symbol_text, old.parts_text);
  INSERT INTO chunk_search(rowid, content, path_text, title_text, symbol_text, parts_text)
  VALUES (new.id, new.content, new.path_text, new.title_text, new.symbol_text, new.parts_text);
END;
`,
};
