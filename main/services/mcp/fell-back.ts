import { findingPatterns, type Finding, type FindingPattern } from '../../contract/session-findings.ts';

/** A question after which an agent helped itself. */
export interface FellBack {
  query: string;
  /** ISO. */
  at: string;
  /** Where what it found instead lies today; none where no source has it. */
  sources: string[];
  finding: { session: string; id: string };
}

/** As the service of sessions lists findings. */
export interface FindingList {
  findings(
    filter: { patterns: FindingPattern[]; fixed: boolean; from: number },
    offset: number,
    limit: number,
    signal: AbortSignal,
  ): Promise<{ findings: Finding[] }>;
}

/** What is looked at, newest first; the most that a page of findings has. */
const mostLookedAt = 500;
const patterns: FindingPattern[] = findingPatterns.filter((pattern) => pattern.endsWith('->fallback'));

/** What analyzed sessions since a time (ISO) show, but for what was marked as fixed. Sessions that say no time are of no known day and left out. */
export async function fellBackSince(sessions: FindingList, since: string, signal: AbortSignal): Promise<FellBack[]> {
  const { findings } = await sessions.findings({ patterns, fixed: false, from: Date.parse(since) }, 0, mostLookedAt, signal);
  return findings.filter(({ at }) => at !== null).map((finding) => viewOf(finding));
}

function viewOf({ id, session, query, at, wanted }: Finding): FellBack {
  const sources = [...new Set((wanted?.mapped ?? []).map(({ source }) => source))];
  return { query, at: new Date(at!).toISOString(), sources, finding: { session, id } };
}
