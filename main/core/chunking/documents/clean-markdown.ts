import { indentOf, isBlank, type CleanLine } from './clean-line.ts';
import { closesFence, fenceOpening, type FenceOpening } from './fences.ts';
import { autolinkAt, CodeSpans, entityAt, expressionAt, imageAt } from './inline-marks.ts';
import { LineWriter } from './line-writer.ts';
import { ModuleStatements } from './module-statements.ts';
import { TagScanner, type Tag } from './tag-scanner.ts';
import { TagStack, type OpenTag } from './tag-stack.ts';
import { admonitionLabel, isHtmlTag, isKnownComponent, isVoid, textOfTag, type TagText } from './tag-text.ts';

export interface CleanOptions {
  /** Offset at which the page's body begins; what is before (frontmatter) is not read. */
  offset: number;
  /** Original number of the line at `offset`. */
  line: number;
  /** Numbers of lines that are noise and dropped. */
  drop: ReadonlySet<number>;
  /** Indented code exists in Markdown, not in MDX. */
  indentedCode: boolean;
}

/** Lines that the text of one link may span. */
const longestAnchorLines = 6;
const special = /[<`{!&\\\n]/g;

/** Turns Markdown with HTML, MDX and Mintlify tags into plain Markdown, line by line, with true line ranges. Linear in the text. */
export function cleanMarkdown(text: string, options: CleanOptions): CleanLine[] {
  return new MarkdownCleaner(text, options).run();
}

class MarkdownCleaner {
  readonly #text: string;
  readonly #options: CleanOptions;
  readonly #writer = new LineWriter();
  readonly #tags: TagScanner;
  readonly #spans: CodeSpans;
  readonly #statements: ModuleStatements;
  readonly #open = new TagStack();
  /** Names that are closed somewhere; a component of another kind without a closing tag is text. */
  readonly #closedNames: ReadonlySet<string>;
  /** Strings that do not occur any more, so that looking for them is over. */
  readonly #absent = new Set<string>();
  #at: number;
  #line: number;
  #listIndent = 0;
  #verbatim = false;

  constructor(text: string, options: CleanOptions) {
    this.#text = text;
    this.#options = options;
    this.#at = options.offset;
    this.#line = options.line;
    this.#tags = new TagScanner(text);
    this.#spans = new CodeSpans(text);
    this.#statements = new ModuleStatements(text);
    this.#closedNames = new Set(Array.from(text.matchAll(/<\/([A-Za-z][\w.]{0,63})\s{0,20}>/g), (match) => match[1]!));
  }

  run(): CleanLine[] {
    while (this.#at < this.#text.length) this.#startLine();
    for (const tag of this.#open.closeAll()) this.#writer.endLead(tag);
    return this.#writer.finish(this.#line);
  }

  #lineEnd(): number {
    const end = this.#text.indexOf('\n', this.#at);
    return end < 0 ? this.#text.length : end;
  }

  #nextLine(lineEnd: number): void {
    this.#at = lineEnd + 1;
    this.#line += 1;
  }

  #startLine(): void {
    const lineEnd = this.#lineEnd();
    const raw = this.#text.slice(this.#at, lineEnd);
    if (this.#options.drop.has(this.#line) || isBlank(raw)) {
      this.#writer.flush(this.#line);
      this.#writer.blank(this.#line);
      return this.#nextLine(lineEnd);
    }
    const indent = indentOf(raw);
    const { remove, put } = this.#open.indentation(indent, raw.startsWith('</', indent));
    const body = ' '.repeat(put) + raw.slice(remove).trimEnd();
    const fence = fenceOpening(body);
    if (fence !== null) return this.#fence(fence, body, lineEnd);
    if (indent === 0 && this.#open.isEmpty && this.#writer.atBlockStart) {
      const end = this.#statements.end(this.#at);
      if (end > this.#at) return this.#skipTo(end);
    }
    if (this.#colonDirective(body)) return this.#nextLine(lineEnd);
    const bodyIndent = put + indent - remove;
    const marker = /^\s*(?:[-*+]|\d{1,9}[.)])\s{1,4}/.exec(body.slice(0, 200));
    const code = this.#verbatim || this.#writer.atBlockStart;
    this.#verbatim = code && this.#options.indentedCode && bodyIndent >= 4 && this.#listIndent === 0 && this.#open.isEmpty;
    if (this.#verbatim) {
      this.#writer.push('verbatim', body, this.#line, this.#line);
      return this.#nextLine(lineEnd);
    }
    if (marker !== null) this.#listIndent = marker[0].length;
    else if (bodyIndent === 0 && this.#writer.atBlockStart) this.#listIndent = 0;
    this.#at += indent;
    this.#writer.append(' '.repeat(bodyIndent), this.#line);
    this.#inline();
  }

  /** Docusaurus and VitePress: `:::note Title` … `:::`. */
  #colonDirective(body: string): boolean {
    if (!body.startsWith(':::')) return false;
    const match = /^:{3,8}\s*([A-Za-z]{0,20})\s*(.*)$/.exec(body);
    if (match === null) return false;
    const label = admonitionLabel(match[1]!) ?? '';
    const title = match[2]!
      .replace(/^\[(.*)\]$/, '$1')
      .replace(/\{[^{}]*\}$/, '')
      .trim();
    const words = [label, title].filter((word) => word !== '').join(': ');
    this.#writer.flush(this.#line);
    this.#writer.blank(this.#line);
    this.#writer.setLead(words === '' ? '' : `**${words}:** `, this.#line, 0, this);
    return true;
  }

  #fence(fence: FenceOpening, opening: string, lineEnd: number): void {
    const writer = this.#writer;
    writer.push('open', opening, this.#line, this.#line);
    this.#nextLine(lineEnd);
    while (this.#at < this.#text.length) {
      const end = this.#lineEnd();
      const raw = this.#text.slice(this.#at, end).trimEnd();
      const { remove, put } = this.#open.indentation(indentOf(raw), false);
      const body = isBlank(raw) ? '' : ' '.repeat(put) + raw.slice(remove);
      if (fence.quoted && raw.trimStart()[0] !== '>') break;
      this.#nextLine(end);
      if (closesFence(raw, fence)) {
        writer.push('close', body, this.#line - 1, this.#line - 1);
        return;
      }
      writer.push('code', body, this.#line - 1, this.#line - 1);
    }
    const last = this.#line - 1;
    writer.push(
      'close',
      ' '.repeat(indentOf(opening)) + (fence.quoted ? '> ' : '') + fence.char.repeat(fence.length),
      last,
      last,
    );
  }

  /** Reads one line's text; tags and comments may carry it over several. */
  #inline(): void {
    const text = this.#text;
    const writer = this.#writer;
    for (;;) {
      special.lastIndex = this.#at;
      const found = special.exec(text)?.index ?? text.length;
      if (found > this.#at) writer.append(text.slice(this.#at, found), this.#line);
      this.#at = found;
      if (found >= text.length) return writer.flush(this.#line);
      const char = text[found]!;
      if (char === '\n') {
        if (this.#joinsLines(found)) continue;
        writer.flush(this.#line);
        return this.#nextLine(found);
      }
      if (char === '<') this.#angle();
      else if (char === '`') this.#codeSpan();
      else if (char === '\\')
        this.#take(text.slice(found, found + (text[found + 1] === '\n' || text[found + 1] === '\r' ? 1 : 2)));
      else if (char === '{') this.#brace();
      else {
        const read =
          char === '&' ? entityAt(text, found) : text[found + 1] === '[' ? imageAt(text, found, this.#lineEnd()) : null;
        if (read === null) this.#take(char);
        else {
          writer.append(read.text, this.#line);
          this.#at = read.end;
        }
      }
    }
  }

  /** A link that spans some lines (an anchor around a badge) becomes one; true where the line end was read as a blank. */
  #joinsLines(lineEnd: number): boolean {
    const anchor = this.#open.innermost;
    if (anchor?.text.href === undefined || this.#line >= anchor.line + longestAnchorLines) return false;
    this.#nextLine(lineEnd);
    const raw = this.#text.slice(this.#at, this.#lineEnd());
    if (isBlank(raw) || fenceOpening(raw) !== null || this.#at >= this.#text.length) {
      // Too late for the anchor, and the line is looked at afresh.
      this.#at = lineEnd;
      this.#line -= 1;
      return false;
    }
    this.#writer.append(' ', this.#line);
    this.#at += indentOf(raw);
    return true;
  }

  /** Copies this text, which stands at the current offset. */
  #take(copied: string): void {
    this.#writer.append(copied, this.#line);
    this.#at += copied.length;
  }

  /** Moves on without copying, counting lines. */
  #skipTo(end: number): void {
    for (let at = this.#text.indexOf('\n', this.#at); at >= 0 && at < end; at = this.#text.indexOf('\n', at + 1)) this.#line += 1;
    this.#at = end;
  }

  #codeSpan(): void {
    const { end } = this.#spans.end(this.#at);
    for (;;) {
      const newline = this.#text.indexOf('\n', this.#at);
      if (newline < 0 || newline >= end) break;
      this.#take(this.#text.slice(this.#at, newline));
      this.#writer.flush(this.#line);
      this.#nextLine(newline);
      const indent = indentOf(this.#text.slice(this.#at, this.#lineEnd()));
      const { remove, put } = this.#open.indentation(indent, false);
      this.#writer.append(' '.repeat(put + indent - remove), this.#line);
      this.#at += indent;
    }
    if (end > this.#at) this.#take(this.#text.slice(this.#at, end));
  }

  #brace(): void {
    if (this.#text.startsWith('{/*', this.#at)) {
      const end = this.#find('*/}', this.#at + 3);
      if (end >= 0) return this.#skipTo(end + 3);
    }
    const read = expressionAt(this.#text, this.#at);
    if (read === null) return this.#take('{');
    this.#writer.append(read.text, this.#line);
    this.#at = read.end;
  }

  /** `indexOf` that gives up for good once there is none left. */
  #find(needle: string, from: number): number {
    if (this.#absent.has(needle)) return -1;
    const found = this.#text.indexOf(needle, from);
    if (found < 0) this.#absent.add(needle);
    return found;
  }

  #angle(): void {
    const text = this.#text;
    const next = text[this.#at + 1] ?? '';
    if (text.startsWith('<!--', this.#at)) {
      const end = this.#find('-->', this.#at + 4);
      return end < 0 ? this.#skipTo(this.#at + 4) : this.#skipTo(end + 3);
    }
    if (text.startsWith('<>', this.#at)) return this.#skipTo(this.#at + 2);
    if (text.startsWith('</>', this.#at)) return this.#skipTo(this.#at + 3);
    const link = autolinkAt(text, this.#at);
    if (link !== null) {
      this.#writer.append(link.text, this.#line);
      this.#at = link.end;
      return;
    }
    const tag = /[A-Za-z/]/.test(next) ? this.#tags.scan(this.#at) : null;
    if (tag === null || !this.#isTag(tag)) return this.#take('<');
    if (!tag.closing && /^(?:script|style|svg)$/i.test(tag.name) && !tag.selfClosing) {
      const end = this.#find(`</${tag.name}>`, tag.end);
      return this.#skipTo(end < 0 ? tag.end : end + tag.name.length + 3);
    }
    if (tag.name.toLowerCase() === 'pre' && !tag.closing && !tag.selfClosing && this.#pre(tag)) return;
    if (tag.closing) this.#closeTag(tag);
    else this.#openTag(tag);
  }

  /** Generics and placeholders look like tags: `List<String>`, `<your-token>`. */
  #isTag(tag: Tag): boolean {
    if (isHtmlTag(tag.name) || isKnownComponent(tag.name)) return true;
    if (!/^[A-Z]/.test(tag.name)) return false;
    if (tag.closing) return true;
    if (tag.props.size === 0 && /\w/.test(this.#text[this.#at - 1] ?? '')) return false;
    return tag.selfClosing || this.#closedNames.has(tag.name);
  }

  #openTag(tag: Tag): void {
    const writer = this.#writer;
    const line = this.#line;
    const steps = tag.name === 'Step' ? this.#open.countStep() : 0;
    const rendered = textOfTag(tag, steps);
    // A cell of a Markdown table cannot hold a block.
    const cell = writer.inTableRow;
    const text: TagText =
      cell && rendered.block ? { block: false, before: rendered.label ?? rendered.lead ?? '', after: ' ' } : rendered;
    const indent = text.block && this.#listIndent > 0 ? Math.min(writer.indent, 8) : 0;
    if (text.block) {
      writer.flush(line);
      writer.blank(line);
    }
    if (text.label !== undefined) {
      writer.push('label', ' '.repeat(indent) + text.label, line, line);
      writer.blank(line);
    }
    this.#skipTo(tag.end);
    const open: OpenTag = {
      name: tag.name,
      text,
      dedent: null,
      indent,
      start: writer.mark,
      lineCount: writer.lines.length,
      line,
      steps: 0,
    };
    if (text.lead !== undefined) writer.setLead(text.lead, line, indent, open);
    if (text.before !== undefined && text.before !== '') writer.append(text.before, line);
    if (!isVoid(tag)) {
      this.#open.push(open);
      return;
    }
    writer.endLead(open);
    if (text.block) writer.blank(this.#line);
  }

  #closeTag(tag: Tag): void {
    this.#skipTo(tag.end);
    for (const open of this.#open.close(tag.name)) this.#end(open);
  }

  #end(open: OpenTag): void {
    const writer = this.#writer;
    const { block, before, after, href } = open.text;
    if (block) {
      writer.flush(this.#line);
      writer.endLead(open);
      writer.blank(this.#line);
      return;
    }
    const sameLine = open.lineCount === writer.lines.length && open.start <= writer.mark;
    const inner = sameLine ? writer.textFrom(open.start) : null;
    if (href !== undefined) {
      if (inner !== null) writer.rewrite(open.start, isBlank(inner) || href === '' ? inner : `[${inner.trim()}](${href})`);
      else if (href !== '') writer.append(` (${href})`, this.#line);
    } else if (after !== undefined) {
      const own = inner?.slice(before?.length ?? 0);
      if (own === undefined || before !== after || own === own.trim()) writer.append(after, this.#line);
      else writer.rewrite(open.start, isBlank(own) ? '' : `${before}${own.trim()}${after} `);
    }
    if (open.name.toLowerCase() === 'summary') {
      writer.flush(this.#line);
      writer.blank(this.#line);
    }
  }

  /** `<pre>` is code: a fence, without the tags inside. False where it is never closed. */
  #pre(tag: Tag): boolean {
    const end = this.#find(`</${tag.name}>`, tag.end);
    if (end < 0) return false;
    const writer = this.#writer;
    const first = this.#line;
    const inner = this.#text.slice(tag.end, end);
    writer.flush(first);
    this.#skipTo(tag.end);
    writer.push('open', '````', first, first);
    for (const [index, line] of inner.split('\n').entries()) {
      const code = line
        .replace(/<[^<>]*>/g, '')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .trimEnd();
      if (code !== '' || index > 0) writer.push('code', code.replace(/^`{4,}/, '```'), this.#line + index, this.#line + index);
    }
    this.#skipTo(end + tag.name.length + 3);
    writer.push('close', '````', this.#line, this.#line);
    writer.blank(this.#line);
    return true;
  }
}
