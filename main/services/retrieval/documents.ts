import { HubError } from '../../contract/errors.ts';
import { markdownOutline, sectionOf } from '../../core/chunking/documents/outline.ts';
import { areasOf, introductionsOf } from '../../store/area-listing.ts';
import type { Connection } from '../../store/database.ts';
import { FileLookup } from '../../store/file-lookup.ts';
import { addressOf, hasHeadings } from './stored-file-facts.ts';

export interface DocumentAnswer {
  source: string;
  repo: string;
  path: string;
  title: string;
  sourceUrl: string | null;
  lines: { start: number; end: number };
  section: string | null;
  outline: { level: number; text: string; line: number }[];
  content: string;
  /** Other pages that the same reference fits. */
  alternatives: { path: string; source: string }[];
}

export interface ExampleAnswer {
  source: string;
  repo: string;
  root: string;
  summary: string;
  executionMode: string;
  versionPin: string | null;
  tags: { name: string; confidence: number }[];
  files: { path: string; language: string; lineCount: number; sourceUrl: string | null; content: string }[];
  /** Files that were left out, with the reason; each can be had by `snippet --path`. */
  leftOut: { path: string; lineCount: number; reason: string }[];
}

/** Most text that an example answer carries; what is over is listed, never silently dropped. Unit: characters. */
const exampleBudget = 60_000;

/** Pages and areas that are named where a site has no index page. */
const mostIntroductions = 8;

/** Whole pages and whole examples. */
export class Documents {
  readonly #connection: Connection;
  readonly #files: FileLookup;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#files = new FileLookup(connection);
  }

  /** A page or one of its sections, by chunk id, repository path, site path or URL. Throws `not-found` with what there is. */
  document(reference: string, section?: string): DocumentAnswer {
    const byChunk = this.#files.byChunk(reference);
    const found = byChunk ? [byChunk.file] : this.#files.page(reference);
    const file = found[0];
    if (!file)
      throw new HubError(
        'not-found',
        `No indexed page is “${reference}”. ${this.#insteadOfIndex(reference)}Find it with \`context-hub search … --tool docs\`; ids, paths and URLs of its hits all work here.`,
      );
    const text = this.#files.text(file);
    const outline = hasHeadings(file) ? markdownOutline(text, file.path) : [];
    const base = {
      source: file.source,
      repo: file.repo,
      path: file.path,
      title: file.title,
      outline,
      alternatives: found.slice(1).map(({ path, source }) => ({ path, source })),
    };
    if (section === undefined) {
      const lines = { start: 1, end: file.lineCount };
      return { ...base, sourceUrl: addressOf(file, 1, file.lineCount), lines, section: null, content: text };
    }
    const part = hasHeadings(file) ? sectionOf(text, section, file.path) : null;
    if (!part) {
      const sections =
        outline.length === 0
          ? 'It has none; ask without a section.'
          : `Its sections: ${outline.map((heading) => heading.text).join(' · ')}`;
      throw new HubError('not-found', `${file.path} has no section “${section}”. ${sections}`, { outline });
    }
    const lines = { start: part.startLine, end: part.endLine };
    return { ...base, sourceUrl: addressOf(file, lines.start, lines.end), lines, section, content: part.text };
  }

  /** Where the top of a site was asked for and no page is its index: the pages that introduce it, and its areas. */
  #insteadOfIndex(reference: string): string {
    if (!/^(https?:\/\/[^/?#]+)?\/*([?#].*)?$/i.test(reference)) return '';
    const pages = introductionsOf(this.#connection, mostIntroductions);
    const areas = areasOf(this.#connection, ['doc']).filter((area) => !area.includes('/'));
    return [
      ...(pages.length > 0 ? [`No page is the site's index; these introduce it: ${pages.join(', ')}. `] : []),
      ...(areas.length > 0 ? [`Areas: ${areas.slice(0, mostIntroductions).join(', ')}. `] : []),
    ].join('');
  }

  /** All files of an example, by chunk id, folder or file path, within `budget` characters. */
  example(reference: string, budget = exampleBudget): ExampleAnswer {
    const byChunk = this.#files.byChunk(reference);
    const file = byChunk?.file ?? this.#files.byPath(reference).find((candidate) => candidate.exampleRoot !== null);
    const place =
      file && file.exampleRoot !== null
        ? { sourceId: file.sourceId, root: file.exampleRoot }
        : this.#files.exampleRoots(reference)[0];
    // A folder with a README and no code is a place for documents, not an example.
    const facts = place ? this.#files.example(place.sourceId, place.root) : null;
    if (!place || !facts)
      throw new HubError(
        'not-found',
        `No indexed example is “${reference}”. Find one with \`context-hub search … --tool examples\`; ids and paths of its hits work here.`,
      );
    const all = this.#files.exampleFiles(place.sourceId, place.root);
    // The file that was asked for comes first, then the example's own entry files.
    const ordered = file ? [...all.filter((item) => item.id === file.id), ...all.filter((item) => item.id !== file.id)] : all;
    const answer: ExampleAnswer = {
      source: ordered[0]!.source,
      repo: ordered[0]!.repo,
      root: place.root,
      summary: facts.summary,
      executionMode: facts.executionMode,
      versionPin: facts.versionPin,
      tags: facts.tags,
      files: [],
      leftOut: [],
    };
    let left = budget;
    for (const item of ordered) {
      const content = this.#files.text(item);
      if (content.length > left) {
        answer.leftOut.push({
          path: item.path,
          lineCount: item.lineCount,
          reason: `${content.length} characters, ${left} of ${budget} were left`,
        });
        continue;
      }
      left -= content.length;
      answer.files.push({
        path: item.path,
        language: item.language,
        lineCount: item.lineCount,
        sourceUrl: addressOf(item, 1, item.lineCount),
        content,
      });
    }
    return answer;
  }
}
