/** Searches with what they should have found. `scope` and `wanted` are JSON of the contract's schemas. */
export const cases = {
  number: 2,
  name: 'cases',
  sql: `
CREATE TABLE cases(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  query TEXT NOT NULL,
  scope TEXT NOT NULL,
  wanted TEXT NOT NULL,
  note TEXT NOT NULL,
  created_at TEXT NOT NULL
) STRICT;
`,
};
