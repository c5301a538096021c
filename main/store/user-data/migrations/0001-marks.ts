/**
 * What people said about results. `place` (JSON) says where the chunk was when it was marked: the index may be made anew, and ids
 * with it, while a mark stays. `sequence` is the order; clocks may stand still or go back.
 */
export const marks = {
  number: 1,
  name: 'marks',
  sql: `
CREATE TABLE marks(
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  chunk_id TEXT NOT NULL,
  query TEXT NOT NULL,
  verdict TEXT NOT NULL CHECK (verdict IN ('helpful', 'not-helpful')),
  note TEXT NOT NULL,
  place TEXT,
  marked_at TEXT NOT NULL,
  UNIQUE (chunk_id, query)
) STRICT;
CREATE INDEX marks_by_query ON marks(query);
`,
};
