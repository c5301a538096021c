/** Searches that people keep by a name, each query and scope once; `scope` is JSON in one order of its keys. */
export const searches = {
  number: 3,
  name: 'searches',
  sql: `
CREATE TABLE searches(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  title TEXT NOT NULL,
  query TEXT NOT NULL,
  scope TEXT NOT NULL,
  created_at TEXT NOT NULL,
  UNIQUE (query, scope)
) STRICT;
`,
};
