/**
 * What was read from transcripts. A session is kept whole and packed (`facts`, `session_parts`), because agents remove their files after a
 * month, so that it can be shown and judged anew without them; calls and findings are kept as rows, to be filtered. `counts` (JSON) add up
 * over any selection. `finding_states` outlive a session that is read again.
 */
export const sessions = {
  number: 1,
  name: 'sessions',
  sql: `
CREATE TABLE sessions(
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  key TEXT NOT NULL UNIQUE,
  agent TEXT NOT NULL,
  agent_id TEXT NOT NULL,
  title TEXT,
  cwd TEXT,
  started_at REAL,
  ended_at REAL,
  read_at REAL NOT NULL,
  hub TEXT,
  files TEXT NOT NULL,
  calls INTEGER NOT NULL,
  hub_calls INTEGER NOT NULL,
  failed_hub_calls INTEGER NOT NULL,
  first_edit INTEGER,
  servers TEXT NOT NULL,
  counts TEXT NOT NULL,
  facts BLOB NOT NULL
) STRICT;
CREATE INDEX sessions_by_time ON sessions(started_at);
CREATE TABLE session_parts(
  session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  first_item INTEGER NOT NULL,
  items INTEGER NOT NULL,
  data BLOB NOT NULL,
  PRIMARY KEY (session_id, first_item)
) STRICT, WITHOUT ROWID;
CREATE TABLE session_calls(
  session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  number INTEGER NOT NULL,
  call_id TEXT NOT NULL,
  item INTEGER NOT NULL,
  role TEXT NOT NULL,
  server TEXT,
  tool TEXT NOT NULL,
  outcome TEXT,
  arguments TEXT NOT NULL,
  result TEXT NOT NULL,
  data TEXT NOT NULL,
  PRIMARY KEY (session_id, number)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_calls_by_id ON session_calls(session_id, call_id);
CREATE INDEX session_calls_by_outcome ON session_calls(role, outcome);
CREATE TABLE session_findings(
  id TEXT PRIMARY KEY,
  session_id INTEGER NOT NULL REFERENCES sessions(id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  pattern TEXT NOT NULL,
  certainty TEXT NOT NULL,
  searched TEXT NOT NULL,
  data TEXT NOT NULL
) STRICT;
CREATE INDEX session_findings_by_session ON session_findings(session_id, place);
CREATE TABLE finding_states(
  id TEXT PRIMARY KEY,
  fixed_at REAL,
  note TEXT NOT NULL,
  case_id INTEGER
) STRICT;
`,
};
