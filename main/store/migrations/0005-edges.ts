/**
 * The call graph. `graph_files` keeps of each file what other files may ask (`names`) and what it calls itself (`scopes`), so
 * that calls are resolved without reading texts again; `dependencies` are hashes of what its resolution looked at, null while
 * it waits for one. Edges and definitions are joined by file and name: a target keeps its callers when its own file is cut
 * anew. `graph_changes` holds the keys of what changed since the last resolution; it is written in the transaction that
 * changes a file, so that a run that was cut short is continued.
 */
export const edges = {
  number: 5,
  name: 'edges',
  sql: `
CREATE TABLE graph_files(
  file_id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
  module TEXT NOT NULL,
  is_package INTEGER NOT NULL,
  role TEXT NOT NULL,
  names TEXT NOT NULL,
  scopes TEXT NOT NULL,
  dependencies BLOB
) STRICT;
CREATE INDEX graph_files_waiting ON graph_files(file_id) WHERE dependencies IS NULL;

CREATE TABLE definitions(
  file_id INTEGER NOT NULL REFERENCES files(id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('class', 'function', 'method')),
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL,
  chunk INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
  PRIMARY KEY (file_id, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX definitions_by_chunk ON definitions(chunk);

CREATE TABLE edges(
  from_chunk INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
  from_name TEXT NOT NULL,
  kind TEXT NOT NULL CHECK (kind IN ('calls', 'yields')),
  name TEXT NOT NULL,
  line INTEGER NOT NULL,
  confidence TEXT NOT NULL CHECK (confidence IN ('certain', 'likely', 'unresolved')),
  to_file INTEGER,
  to_name TEXT
) STRICT;
CREATE INDEX edges_by_caller ON edges(from_chunk);
CREATE INDEX edges_by_target ON edges(to_file, to_name) WHERE to_file IS NOT NULL;
CREATE INDEX edges_yielding ON edges(name) WHERE kind = 'yields';

CREATE TABLE graph_changes(
  key TEXT PRIMARY KEY
) STRICT, WITHOUT ROWID;

CREATE TRIGGER graph_files_inserted AFTER INSERT ON graph_files BEGIN
  INSERT OR IGNORE INTO graph_changes(key) VALUES ('m:' || new.module);
END;
CREATE TRIGGER graph_files_deleted AFTER DELETE ON graph_files BEGIN
  INSERT OR IGNORE INTO graph_changes(key) VALUES ('m:' || old.module);
  UPDATE edges SET to_file = NULL, to_name = NULL, confidence = 'unresolved' WHERE to_file = old.file_id;
END;
CREATE TRIGGER graph_files_updated AFTER UPDATE OF module, is_package, role ON graph_files
WHEN old.module <> new.module OR old.is_package <> new.is_package OR old.role <> new.role BEGIN
  INSERT OR IGNORE INTO graph_changes(key) VALUES ('m:' || old.module), ('m:' || new.module);
END;
`,
};
