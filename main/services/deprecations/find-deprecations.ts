import type { DeprecationAnswer, DeprecationEvidence } from '../../contract/deprecations.ts';
import { HubError } from '../../contract/errors.ts';
import { compareVersions } from '../../core/deprecations/compare-versions.ts';
import { lastPart } from '../../core/deprecations/entry.ts';
import { nearestNames } from '../../core/deprecations/nearest-names.ts';
import { looksLikeModule, symbolIn } from '../../core/deprecations/words.ts';
import { CorpusReader, type SourceRow } from '../../store/corpus-reader.ts';
import type { Connection } from '../../store/database.ts';
import { DeprecationReader, type DefinitionPlace, type StoredDeprecation } from '../../store/deprecation-reader.ts';
import { isReadOtherwise } from '../indexing/source-settings.ts';

export interface DeprecationQuestion {
  symbol: string;
  /** Name of a source, or a repository or its last part. */
  library?: string | undefined;
  /** Version in use. */
  version?: string | undefined;
}

/** Most entries, related ones and definitions that are given. */
const most = { entries: 20, related: 20, definitions: 5, nearest: 5, libraries: 20 };

/** Whether a symbol is deprecated, as code, release notes and documents of the index say. Throws `usage` for what is no name. */
export function findDeprecations(connection: Connection, question: DeprecationQuestion): DeprecationAnswer {
  const symbol = symbolIn(question.symbol.trim().replace(/^`+|`+$/g, ''));
  if (symbol === null)
    throw new HubError(
      'usage',
      `“${question.symbol}” is no name. Ask for a class, function, method, parameter or module: Name, Owner.member or package.module.`,
    );
  if (question.version !== undefined && !/\d/.test(question.version))
    throw new HubError('usage', `“${question.version}” is no version. Give its numbers, such as 1.2.3, or leave it out.`);
  const reader = new DeprecationReader(connection);
  const library = question.library ?? null;
  const sources = new CorpusReader(connection).sources();
  const looked = sources.filter((source) => library === null || isCalled(source, library));
  if (library !== null && looked.length === 0) return unknownLibrary(symbol, library, sources);
  const defined = reader.definitions(symbol, library);
  const exact = defined.filter((place) => names(place.symbol, place.modulePath, symbol));
  const about = reader.about(symbol, library);
  // A bare name of a member stands for all that have it: it is deprecated where each of them is.
  const isMember = exact.length === 0 && defined.length > 0 && !symbol.includes('.');
  const definitions = isMember ? defined : exact;
  const stands = (entry: StoredDeprecation): boolean =>
    names(entry.symbol, entry.modulePath, symbol) || (isMember && entry.origin === 'code' && isLastOf(entry.symbol, symbol));
  const isWhole =
    !isMember ||
    defined.every((place) =>
      about.some((entry) => entry.origin === 'code' && entry.symbol === place.symbol && entry.path === place.path),
    );
  const own = strongestFirst(about.filter(isWhole ? stands : (entry) => names(entry.symbol, entry.modulePath, symbol)));
  const related = about.filter(
    (entry) => !own.includes(entry) && (isPartOf(entry.symbol, symbol) || isLastOf(entry.symbol, symbol)),
  );
  const later = ofLaterVersions(own, question.version);
  const valid = stillTrue(
    reader,
    symbol,
    own.filter((entry) => !later.includes(entry)),
    definitions,
  );
  const status = statusOf(valid, definitions, about, later, reader, symbol, library);
  const [first] = valid;
  const nearest = status === 'not-found' ? nearestNames(symbol, reader.names(), most.nearest) : [];
  return {
    symbol,
    status,
    since: valid.find((entry) => entry.version !== null)?.version ?? null,
    removal: valid.find((entry) => entry.removal !== null)?.removal ?? null,
    replacement: valid.find((entry) => entry.replacement !== null)?.replacement ?? null,
    message: [
      messageOf({ symbol, status, first, valid, own, later, related, definitions, nearest, version: question.version }),
      ...(valid.length > 0 ? [] : notReadYet(looked)),
    ].join(' '),
    entries: [...valid, ...own.filter((entry) => !valid.includes(entry))].slice(0, most.entries).map(evidence),
    related: related.slice(0, most.related).map(evidence),
    definitions: definitions.slice(0, most.definitions).map(({ symbol: name, chunkId, source, path, startLine, endLine }) => ({
      symbol: name,
      chunkId,
      source,
      path,
      lines: { start: startLine, end: endLine },
    })),
    nearest,
  };
}

/** As the reader compares: by name, repository or its last part. */
function isCalled({ specification, repo }: SourceRow, library: string): boolean {
  const asked = library.toLowerCase();
  const whole = repo.toLowerCase();
  return specification.name.toLowerCase() === asked || whole === asked || whole.endsWith(`/${asked}`);
}

function unknownLibrary(symbol: string, library: string, sources: readonly SourceRow[]): DeprecationAnswer {
  const called = sources.map(({ specification }) => specification.name);
  const indexed =
    called.length === 0
      ? 'Nothing is indexed yet.'
      : `Indexed are ${called.slice(0, most.libraries).join(', ')}${called.length > most.libraries ? ' and others' : ''}. Leave library out to look in all.`;
  return {
    symbol,
    status: 'not-found',
    since: null,
    removal: null,
    replacement: null,
    message: `No indexed source is called “${library}”; that says nothing about whether ${symbol} is deprecated. ${indexed}`,
    entries: [],
    related: [],
    definitions: [],
    nearest: [],
  };
}

/** An index of an earlier version knows of no deprecations: that nothing was found in it means nothing. */
function notReadYet(sources: readonly SourceRow[]): string[] {
  const called = sources.filter((source) => isReadOtherwise(source)).map(({ specification }) => specification.name);
  if (called.length === 0) return [];
  return [
    `This version of Context Hub has not read ${called.slice(0, most.libraries).join(', ')} yet, so deprecations may be missing: run \`context-hub refresh\`.`,
  ];
}

/** Whether a name in the index is the one asked for: the same, or one with its module or outer class in front of the other. */
function names(found: string, modulePath: string | null, asked: string): boolean {
  if (found === asked) return true;
  if (modulePath !== null && `${modulePath}.${found}` === asked) return true;
  if (asked.endsWith(`.${found}`)) {
    const before = asked.slice(0, -found.length - 1);
    // `package.module.Name` is `Name`; `Owner.name` is not any `name`.
    return modulePath === null
      ? !/(?:^|\.)\p{Lu}/u.test(before) && !before.split('.').some((part) => /\p{Lu}/u.test(part))
      : modulePath.endsWith(before) || before.endsWith(modulePath);
  }
  // A bare class name stands for it wherever it lies.
  return /^\p{Lu}/u.test(asked) && !asked.includes('.') && found.toLowerCase() === asked.toLowerCase();
}

function isPartOf(found: string, asked: string): boolean {
  return found.startsWith(`${asked}.`) || (!asked.includes('.') && found.includes(`.${asked}.`));
}

function isLastOf(found: string, asked: string): boolean {
  return !asked.includes('.') && !looksLikeModule(found) && lastPart(found).toLowerCase() === asked.toLowerCase();
}

/** What only a later version deprecates; entries without a version go with those that have one. */
function ofLaterVersions(own: readonly StoredDeprecation[], version: string | undefined): StoredDeprecation[] {
  if (version === undefined || !/\d/.test(version)) return [];
  const dated = own.filter((entry) => entry.version !== null);
  const later = dated.filter((entry) => compareVersions(entry.version!, version) > 0);
  return later.length < dated.length ? later : later.length === 0 ? [] : [...own];
}

const worth = { code: 2, 'release-notes': 1, docs: 0 } as const;

function strongestFirst(entries: readonly StoredDeprecation[]): StoredDeprecation[] {
  return [...entries].sort(
    (a, b) =>
      worth[b.origin] - worth[a.origin] ||
      compareVersions(b.version ?? '0', a.version ?? '0') ||
      Number(b.replacement !== null) - Number(a.replacement !== null),
  );
}

/**
 * What still holds. The code that is indexed is what is there: where it defines the symbol and does not say so itself, a note that tells of its end is about another
 * time, and so is one that is not younger than a note that tells to use this symbol.
 */
function stillTrue(
  reader: DeprecationReader,
  symbol: string,
  own: readonly StoredDeprecation[],
  definitions: readonly DefinitionPlace[],
): StoredDeprecation[] {
  if (own.some(({ origin }) => origin === 'code')) return own.filter(({ kind }) => kind !== 'removed');
  const isDefined = definitions.length > 0;
  const praised = reader.replacing(symbol);
  return own.filter(
    (entry) =>
      (!isDefined || entry.kind === 'deprecated') &&
      !praised.some(({ version }) => compareVersions(version ?? '0', entry.version ?? '0') >= (isDefined ? 0 : Number.MIN_VALUE)),
  );
}

function statusOf(
  valid: readonly StoredDeprecation[],
  definitions: readonly DefinitionPlace[],
  about: readonly StoredDeprecation[],
  later: readonly StoredDeprecation[],
  reader: DeprecationReader,
  symbol: string,
  library: string | null,
): DeprecationAnswer['status'] {
  if (valid.length > 0) {
    if (definitions.length > 0 || valid[0]!.origin === 'code') return 'deprecated';
    // A renamed thing may have its old name for a while; where code is indexed and has not, it is gone.
    return valid.some(({ kind, removal }) => kind === 'removed' || (kind === 'renamed' && removal === null))
      ? 'removed'
      : 'deprecated';
  }
  if (definitions.length > 0 || later.length > 0) return 'not-known';
  return about.length > 0 || reader.mentions(lastPart(symbol), library) ? 'not-known' : 'not-found';
}

function evidence(entry: StoredDeprecation): DeprecationEvidence {
  const { symbol, kind, origin, version, removal, replacement, note, chunkId, source, path, startLine, endLine } = entry;
  return {
    symbol,
    kind,
    origin,
    version,
    removal,
    replacement,
    note,
    chunkId,
    source,
    path,
    lines: { start: startLine, end: endLine },
  };
}

function messageOf(answer: {
  symbol: string;
  status: DeprecationAnswer['status'];
  first: StoredDeprecation | undefined;
  valid: readonly StoredDeprecation[];
  own: readonly StoredDeprecation[];
  later: readonly StoredDeprecation[];
  related: readonly StoredDeprecation[];
  definitions: readonly DefinitionPlace[];
  nearest: readonly string[];
  version: string | undefined;
}): string {
  const { symbol, status, valid, own, later, related, definitions, nearest, version } = answer;
  const replacement = valid.find((entry) => entry.replacement !== null)?.replacement;
  const since = valid.find((entry) => entry.version !== null)?.version;
  const removal = valid.find((entry) => entry.removal !== null)?.removal;
  const instead = replacement === undefined ? '' : ` Use ${replacement} instead.`;
  if (status === 'deprecated')
    return `${symbol} is deprecated${since === undefined ? '' : ` since ${since}`}${removal === undefined ? '' : ` and will be removed in ${removal}`}.${instead}`;
  if (status === 'removed')
    return `${symbol} was ${valid.some(({ kind }) => kind === 'renamed') ? 'renamed' : 'removed'}${since === undefined ? '' : ` in ${since}`}.${instead}`;
  if (status === 'not-found')
    return `Nothing that is indexed speaks of ${symbol}; that says nothing about whether it is deprecated.${nearest.length > 0 ? ` Written alike: ${nearest.join(', ')}.` : ' Check the spelling, or whether its library is indexed.'}`;
  const [next] = later;
  if (next !== undefined)
    return `${symbol} is not deprecated in ${version}; it is from ${next.version} on.${next.replacement === null ? '' : ` Use ${next.replacement} then.`}`;
  const old = own.length > 0 ? ' Older notes tell of its end, but the indexed code defines it and does not say so.' : '';
  const where =
    definitions.length > 0
      ? `${symbol} is not known to be deprecated.`
      : `${symbol} is spoken of but not defined in what is indexed, and not known to be deprecated.`;
  return `${where}${old}${related.length > 0 ? ` Deprecated are ${[...new Set(related.map((entry) => entry.symbol))].slice(0, 5).join(', ')}.` : ''}`;
}
