/** What lists are counted and ordered by, without the rows themselves: those carry texts, and reading them all is what takes time. */
export const indexes = {
  number: 2,
  name: 'indexes',
  sql: `
DROP INDEX IF EXISTS session_calls_by_outcome;
CREATE INDEX session_calls_by_filter ON session_calls(session_id, number, role, outcome, tool, server);
`,
};
