/** The closed vocabularies of what is found in transcripts. They need no schema, so a window that shows them makes none. */

/** What became of a call of a hub: exactly one of them. */
export const hubOutcomes = [
  'ok',
  'zero-hit',
  'low-confidence', // the hub itself says that its hits may be off
  'truncated', // cut by the hub or by the agent
  'too-large', // above the agent's limit: nothing of it, or the name of a file
  'error',
  'unavailable', // the agent has no such tool: server gone, never loaded
  'denied', // the user refused it
  'interrupted',
  'unknown', // the transcript has no result
] as const;
export type HubOutcome = (typeof hubOutcomes)[number];

/** What is looked for. `phase-split` is an observation: nothing failed. Programs read these words; people see them with an arrow. */
export const findingPatterns = [
  'zero-hit->fallback',
  'low-confidence->reformulated',
  'truncated->fallback',
  'irrelevant->fallback',
  'error->fallback',
  'unavailable->fallback',
  'zero-hit',
  'bypass',
  'phase-split',
] as const;
export type FindingPattern = (typeof findingPatterns)[number];

/** certain: the fallback goes into a dependency or the docs, and is about what was asked; probable: one of the two. */
export const certainties = ['certain', 'probable'] as const;
export type Certainty = (typeof certainties)[number];

/** hub: the server that counts as the hub; server: another MCP server; lookup: search or read by the agent itself; edit: changes a file. */
export const callRoles = ['hub', 'server', 'lookup', 'edit', 'other'] as const;
export type CallRole = (typeof callRoles)[number];

/** Kinds of what is asked, since hubs are good at some and bad at others. */
export const queryKinds = ['symbol', 'words', 'question', 'direct', 'none'] as const;
export type QueryKind = (typeof queryKinds)[number];

export const rateNames = [
  'zeroHit',
  'lowYield', // zero-hit, low confidence or truncated
  'error',
  'truncation',
  'fallback', // of calls that failed
  'fallbackAfterHits', // of calls that were answered
  'reformulation', // of calls that failed
  'reformulationAfterHits',
  'unchangedRepeat',
  'reformulationSuccess', // of chains of reformulations
  'pointer', // a returned path is the next file opened
  'use', // of returned identifiers and paths, those in later edits or in the final text
  'wasted', // of tokens of results, those of results of which nothing reappears
] as const;
export type RateName = (typeof rateNames)[number];
