/**
 * What files say is deprecated, removed or renamed, each entry with the chunk that shows it. Entries follow from one file alone: they are written and go with its
 * chunks. `last` is the symbol's last part, by which a bare name is found.
 */
export const deprecations = {
  number: 6,
  name: 'deprecations',
  sql: `
CREATE TABLE deprecations(
  id INTEGER PRIMARY KEY,
  chunk INTEGER NOT NULL REFERENCES chunks(id) ON DELETE CASCADE,
  symbol TEXT NOT NULL,
  last TEXT NOT NULL COLLATE NOCASE,
  kind TEXT NOT NULL CHECK (kind IN ('deprecated', 'removed', 'renamed')),
  origin TEXT NOT NULL CHECK (origin IN ('code', 'release-notes', 'docs')),
  version TEXT,
  removal TEXT,
  replacement TEXT,
  note TEXT NOT NULL,
  start_line INTEGER NOT NULL,
  end_line INTEGER NOT NULL
) STRICT;
CREATE INDEX deprecations_by_last ON deprecations(last);
CREATE INDEX deprecations_by_symbol ON deprecations(symbol COLLATE NOCASE);
CREATE INDEX deprecations_by_chunk ON deprecations(chunk);
`,
};
