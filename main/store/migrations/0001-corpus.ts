/**
 * Sources, their files, the files' texts (apart, so that a look at a file's row stays cheap), and what was skipped or failed. `revision` and `exact` are those of the last complete
 * snapshot; `chunking` says with which rules and format a file was cut, so that a change of either cuts it again.
 */
export const corpus = {
  number: 1,
  name: 'corpus',
  sql: `
CREATE TABLE meta(
  key TEXT PRIMARY KEY,
  value TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE sources(
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE COLLATE NOCASE,
  kind TEXT NOT NULL,
  location TEXT NOT NULL,
  ref TEXT,
  rules TEXT NOT NULL DEFAULT '[]',
  site_url TEXT,
  repo TEXT NOT NULL DEFAULT '',
  revision TEXT,
  permalink TEXT,
  settings TEXT NOT NULL DEFAULT '',
  state TEXT NOT NULL DEFAULT 'new' CHECK (state IN ('new', 'partial', 'complete', 'failed')),
  last_checked_at TEXT,
  last_changed_at TEXT,
  last_error TEXT,
  notice TEXT
) STRICT;

CREATE TABLE files(
  id INTEGER PRIMARY KEY,
  source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  role TEXT NOT NULL,
  language TEXT NOT NULL,
  version TEXT NOT NULL,
  chunking TEXT NOT NULL,
  content_hash TEXT NOT NULL,
  size_bytes INTEGER NOT NULL,
  line_count INTEGER NOT NULL,
  title TEXT NOT NULL DEFAULT '',
  page_url TEXT,
  first_line INTEGER NOT NULL DEFAULT 1,
  example_root TEXT,
  UNIQUE (source_id, path)
) STRICT;

CREATE TABLE file_texts(
  id INTEGER PRIMARY KEY REFERENCES files(id) ON DELETE CASCADE,
  imports TEXT NOT NULL,
  text BLOB NOT NULL
) STRICT;

CREATE TABLE unindexed_files(
  source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  path TEXT NOT NULL,
  outcome TEXT NOT NULL CHECK (outcome IN ('skipped', 'failed')),
  reason TEXT NOT NULL,
  detail TEXT,
  version TEXT,
  PRIMARY KEY (source_id, path)
) STRICT, WITHOUT ROWID;
`,
};
