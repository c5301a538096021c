import { createRedactor, mapStrings, namesIn, type KnownNames, type OwnWords } from './redact.ts';
import type { RedactionKind } from './redaction-rules.ts';
import { reportAsMarkdown, type ReportInput } from './session-report.ts';

export interface RedactOptions {
  /** Names of this machine and its user. */
  known?: KnownNames;
  /** Texts that tell further names and do not go out themselves, such as the folders of the sessions. */
  elsewhere?: readonly string[];
}

export interface Redactions {
  kind: RedactionKind;
  count: number;
}

export interface SessionReport {
  /** Exactly what goes out. */
  text: string;
  redactions: Redactions[];
}

/** Somebody may be called `hub`, `agent` or `zero`: the words of a report stay words of a report. */
const ownWords: OwnWords = {
  fields: new Set(['agent', 'pattern', 'certainty', 'cause', 'outcome', 'queryKind', 'kind', 'grade']),
  tables: new Set(['unknownTypes', 'unknown']),
};

/** All strings of plain data, those of keys too. */
function* stringsOf(value: unknown): Generator<string> {
  const waiting: unknown[] = [value];
  while (waiting.length > 0) {
    const item = waiting.pop();
    if (typeof item === 'string') yield item;
    else if (typeof item === 'object' && item !== null) {
      if (!Array.isArray(item)) yield* Object.keys(item);
      for (const inner of Object.values(item)) waiting.push(inner);
    }
  }
}

/** Plain data without what is private. A name that occurs in one place (the owner of a home folder, a host in an address) is taken out everywhere. */
export function redactData<Data>(
  data: Data,
  { known = {}, elsewhere = [] }: RedactOptions = {},
): { data: Data; redactions: Redactions[] } {
  const found = namesIn([...stringsOf(data), ...elsewhere]);
  const redactor = createRedactor({
    users: [...(known.users ?? []), ...found.users],
    hosts: [...(known.hosts ?? []), ...found.hosts],
  });
  return { data: mapStrings(data, redactor.redact, ownWords) as Data, redactions: redactor.counts() };
}

/** Writes a report. Redacted, what is private is taken out of the data before anything is written, so that both forms hold the same. */
export function writeReport(
  input: ReportInput,
  format: 'markdown' | 'json',
  options: RedactOptions & { redact: boolean },
): SessionReport {
  const { data, redactions } = options.redact ? redactData(input, options) : { data: input, redactions: [] };
  return { text: format === 'json' ? `${JSON.stringify(data, null, 2)}\n` : reportAsMarkdown(data), redactions };
}
