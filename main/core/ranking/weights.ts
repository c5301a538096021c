/**
 * Every number that ranking uses, with its reason. Scores are sums of named parts; all are relative to a best list hit of 1.
 * Measured with `npm run -s hub -- evaluate`; see docs/ranking.md for what each is worth.
 */
export const weights = {
  /** Columns of the text index, in its order: content, path, title, symbol, parts. Names say more than bodies. */
  columns: { content: 1, path: 4, title: 3, symbol: 3, parts: 3 },

  /** Share of keyword and meaning in the merged score; a query that is an identifier is a matter of spelling. */
  hybrid: { keyword: 0.4, meaning: 0.6 },
  hybridIdentifier: { keyword: 0.8, meaning: 0.2 },

  /** The article's reciprocal rank fusion: 1 / (k + rank), and the share of either list. */
  rrf: { k: 60, keyword: 1, meaning: 1 },

  /** Share of the chunks above which a term is left out of the keyword list. */
  frequentTerm: 0.15,

  /** How deep either list is read. Deeper changed nothing. Unit: chunks. */
  depth: 150,
  /** Times the depth that is fetched where a filter is evaluated after the list was made. */
  overFetch: 3,

  /** A file's further hits count with falling weight: best + 0.5 × second + 0.25 × third … Not for identifiers. */
  file: { decay: 0.5, most: 4 },
  /** A second hit of the same file is listed when it is nearly as good as the first. */
  secondOfFile: 0.95,
  /** An example's README lends this share of its score to the entry files of its folder. */
  readmeLends: 0.9,

  /** Added where the query names the chunk's symbol: its full or class name; its last name; the beginning of it. */
  symbol: { exact: 0.35, last: 0.2, prefix: 0.08 },
  /** Added to a hit that both lists hold among their first ten. */
  bothLists: 0.03,
  /** An overview of a whole module names everything and explains nothing. */
  moduleOverview: -0.15,
  /** Example code outside example searches, unless the query asks for an example: share of the score taken away. */
  exampleElsewhere: 0.15,
  /** Test code, unless the query is about tests: share of the score taken away. */
  testCode: 0.15,
  /** Changelogs and other lists of everything: share of the score taken away. */
  changelog: 0.3,

  /** Per day that a source's last check lies behind the newest one's, and the most that is taken. */
  stale: { perDay: 0.002, most: 0.05 },
  /** A hit whose version is known and is another than the wanted one. Stale and version together take at most `cap`. */
  version: 0.1,
  penaltyCap: 0.12,

  /** Taken from each further hit of one example folder or directory, so that one place does not fill the list. */
  diversity: 0.05,

  /** Below this share of the query's information in the best hits the answer calls itself low. */
  lowConfidence: 0.4,
} as const;

/** Words that carry no information in a question; left out unless nothing else is there. */
export const stopWords: ReadonlySet<string> = new Set(
  `a about after all also am an and any anyone are as at be been being but by can cannot could did do does doesn doing don done for from get gets getting go
  had has have having he her here hi his how i if in into is isn it its itself just let like make makes may me might more most much must my need needs no not now of off on
  one only or other our out over please re s should so some such t than that the their them then there these they this those through to too up us use used
  using very via want wants was we well were what when where which while who why will with without won would you your`.split(
    /\s+/,
  ),
);
