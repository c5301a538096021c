/**
 * Calls of agents, and what they said of the answers. `search` (JSON) is query and scope, `sources` a JSON list. Feedback outlives the call that it is
 * about, so it names the query's id and not the row.
 */
export const mcp = {
  number: 5,
  name: 'mcp',
  sql: `
CREATE TABLE mcp_calls(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  called_at TEXT NOT NULL,
  transport TEXT NOT NULL,
  client TEXT,
  client_version TEXT,
  session TEXT,
  project TEXT,
  tool TEXT NOT NULL,
  arguments TEXT NOT NULL,
  outcome TEXT NOT NULL,
  message TEXT,
  hits INTEGER,
  top_score REAL,
  low_confidence INTEGER,
  tokens INTEGER NOT NULL,
  elapsed_ms REAL NOT NULL,
  query_id TEXT,
  search TEXT,
  sources TEXT NOT NULL
) STRICT;
CREATE INDEX mcp_calls_by_query ON mcp_calls(query_id);
CREATE INDEX mcp_calls_by_time ON mcp_calls(called_at);
CREATE TABLE mcp_feedback(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  received_at TEXT NOT NULL,
  helpful INTEGER NOT NULL,
  wanted TEXT NOT NULL,
  note TEXT NOT NULL,
  query_id TEXT,
  client TEXT,
  project TEXT,
  case_id INTEGER
) STRICT;
CREATE INDEX mcp_feedback_by_query ON mcp_feedback(query_id);
`,
};
