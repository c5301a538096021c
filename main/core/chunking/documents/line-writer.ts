import { indentOf, isBlank, type CleanLine } from './clean-line.ts';
import { admonitionLabel } from './tag-text.ts';

/** A text that waits for the next line of its tag to stand in front of (`**Note:** `, `## `, `- `). */
interface Lead {
  text: string;
  line: number;
  indent: number;
  /** Identity of the tag that set it. */
  owner: object;
}

const blockStart = /^(?:[-*+]\s|\d{1,9}[.)]\s|\||#{1,6}\s|>)/;

/** Collects clean lines: joins what several original lines gave, puts leads in front, keeps at most one blank line in a row. */
export class LineWriter {
  readonly lines: CleanLine[] = [];
  /** Parts of the current line; joined once, as joining on every look is quadratic for a line of many tags. */
  #parts: string[] = [];
  #partsFirst = 0;
  #firstText = '';
  #lead: Lead | null = null;

  /** True where a new block may begin. */
  get atBlockStart(): boolean {
    const last = this.lines.at(-1);
    return this.#firstText === '' && (last === undefined || isBlank(last.text));
  }

  /** True while the current line is a row of a Markdown table. */
  get inTableRow(): boolean {
    return this.#firstText.startsWith('|');
  }

  /** Indentation of the current line. */
  get indent(): number {
    return indentOf(this.#parts[0] ?? '');
  }

  /** Number of parts of the current line, to be given to `textFrom` and `rewrite`. */
  get mark(): number {
    return this.#parts.length;
  }

  textFrom(mark: number): string {
    return this.#parts.slice(mark).join('');
  }

  /** Replaces the current line's text from a mark on. */
  rewrite(mark: number, text: string): void {
    this.#parts.length = mark;
    this.#parts.push(text);
  }

  append(text: string, line: number): void {
    if (text === '') return;
    if (this.#parts.length === 0) this.#partsFirst = line;
    this.#parts.push(text);
    if (this.#firstText === '') this.#firstText = text.trimStart().slice(0, 8);
  }

  /** Ends the current line at this original line. */
  flush(line: number): void {
    let text = this.#parts.join('').trimEnd();
    const first = this.#partsFirst;
    const row = this.inTableRow;
    this.#parts = [];
    this.#firstText = '';
    // Cells of an HTML table each leave a separator behind.
    while (!row && text.endsWith(' |')) text = text.slice(0, -2).trimEnd();
    if (text === '') return;
    const lead = this.#lead;
    if (lead === null) {
      this.lines.push({ text: alertText(text), first, last: line, kind: 'text' });
      return;
    }
    const heading = lead.text.startsWith('#');
    if (blockStart.test(text.trimStart()) && !heading) {
      this.#leadAlone('label');
      this.lines.push({ text, first, last: line, kind: 'text' });
      return;
    }
    this.#lead = null;
    this.lines.push({ text: ' '.repeat(lead.indent) + lead.text + text.trimStart(), first: lead.line, last: line, kind: 'text' });
    if (heading) this.blank(line);
  }

  /** A line that is not text: a label, code, or verbatim text. A lead that waits becomes a line of its own first. */
  push(kind: Exclude<CleanLine['kind'], 'text'>, text: string, first: number, last: number): void {
    if (kind === 'label' || kind === 'open' || kind === 'verbatim') this.#leadAlone('label');
    this.lines.push({ kind, text, first, last });
  }

  blank(line: number): void {
    const last = this.lines.at(-1);
    if (last !== undefined && !(last.kind === 'text' && last.text === '')) {
      this.lines.push({ text: '', first: line, last: line, kind: 'text' });
    }
  }

  /** The next line of text begins with this. */
  setLead(text: string, line: number, indent: number, owner: object): void {
    this.#leadAlone('text');
    if (text !== '') this.#lead = { text, line, indent, owner };
  }

  /** The tag that set a lead ends; where no text came, the lead stands alone. */
  endLead(owner: object): void {
    if (this.#lead?.owner === owner) this.#leadAlone('text');
  }

  finish(line: number): CleanLine[] {
    this.flush(line);
    this.#leadAlone('text');
    while (this.lines.at(-1)?.text === '' && this.lines.at(-1)?.kind === 'text') this.lines.pop();
    return this.lines;
  }

  #leadAlone(kind: 'label' | 'text'): void {
    const lead = this.#lead;
    this.#lead = null;
    if (lead === null) return;
    const text = lead.text.replace(/: $/, '').trimEnd();
    // A heading or list item without text names nothing.
    if (/^(?:#+|-)$/.test(text)) return;
    this.lines.push({ text: ' '.repeat(lead.indent) + text, first: lead.line, last: lead.line, kind });
    this.blank(lead.line);
  }
}

/** GitHub's alerts: `> [!NOTE]` becomes `> **Note:**`. */
function alertText(text: string): string {
  if (text.charCodeAt(indentOf(text)) !== 62) return text;
  const match = /^(\s*>\s*)\[!([A-Za-z]{1,20})\]\s*(.*)$/.exec(text);
  const label = match === null ? null : admonitionLabel(match[2]!);
  return match === null || label === null ? text : `${match[1]}**${label}:** ${match[3]}`.trimEnd();
}
