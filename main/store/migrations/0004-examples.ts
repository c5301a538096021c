/** What is known of each example project as a whole: one README or manifest speaks for all files of its folder. */
export const examples = {
  number: 4,
  name: 'examples',
  sql: `
CREATE TABLE examples(
  source_id INTEGER NOT NULL REFERENCES sources(id) ON DELETE CASCADE,
  root TEXT NOT NULL,
  execution_mode TEXT NOT NULL,
  summary TEXT NOT NULL,
  version_pin TEXT,
  key_files TEXT NOT NULL,
  tags TEXT NOT NULL,
  PRIMARY KEY (source_id, root)
) STRICT, WITHOUT ROWID;

CREATE TABLE example_tags(
  tag TEXT NOT NULL COLLATE NOCASE,
  source_id INTEGER NOT NULL,
  root TEXT NOT NULL,
  confidence REAL NOT NULL,
  PRIMARY KEY (tag, source_id, root),
  FOREIGN KEY (source_id, root) REFERENCES examples(source_id, root) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX example_tags_by_example ON example_tags(source_id, root);
`,
};
