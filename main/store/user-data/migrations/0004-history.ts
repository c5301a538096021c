/** Searches that somebody stayed with, each query and scope once; `sequence` is the order, newest last. */
export const history = {
  number: 4,
  name: 'history',
  sql: `
CREATE TABLE history(
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  query TEXT NOT NULL,
  scope TEXT NOT NULL,
  total INTEGER NOT NULL,
  searched_at TEXT NOT NULL,
  UNIQUE (query, scope)
) STRICT;
`,
};
