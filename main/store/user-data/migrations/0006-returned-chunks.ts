/** How often answers to agents had a chunk, by day, so that old days can go. The chunk is the beginning of its id, as answers have it. */
export const returnedChunks = {
  number: 6,
  name: 'returned-chunks',
  sql: `
CREATE TABLE returned_chunks(
  chunk TEXT NOT NULL,
  day TEXT NOT NULL,
  times INTEGER NOT NULL,
  PRIMARY KEY (chunk, day)
) STRICT, WITHOUT ROWID;
CREATE INDEX returned_chunks_by_day ON returned_chunks(day);
`,
};
