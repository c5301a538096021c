import type { TagText } from './tag-text.ts';

/** A tag whose closing tag is awaited. */
export interface OpenTag {
  name: string;
  text: TagText;
  /** Indentation of its content in the original, null until the first line of it is seen. */
  dedent: number | null;
  /** Indentation that its content gets (that of the list item it stands in). */
  indent: number;
  /** Where the current line stood when it opened (a mark of the writer), and how many lines there were. */
  start: number;
  lineCount: number;
  /** Original line that it opened on. */
  line: number;
  steps: number;
}

/** Most tags that are open at once; deeper ones are read but not waited for. */
const deepestTag = 64;

/** The tags that are open at a place of a page, outermost first. */
export class TagStack {
  readonly #tags: OpenTag[] = [];

  get isEmpty(): boolean {
    return this.#tags.length === 0;
  }

  get innermost(): OpenTag | undefined {
    return this.#tags.at(-1);
  }

  push(tag: OpenTag): void {
    if (this.#tags.length < deepestTag) this.#tags.push(tag);
  }

  /** Removes the innermost tag of this name and those opened inside it, innermost first; none where no such tag is open. */
  close(name: string): OpenTag[] {
    const at = this.#tags.findLastIndex((tag) => tag.name === name);
    return at < 0 ? [] : this.#tags.splice(at).toReversed();
  }

  closeAll(): OpenTag[] {
    return this.#tags.splice(0).toReversed();
  }

  /** Number of the step that begins, counted within its Steps. */
  countStep(): number {
    const steps = this.#tags.findLast((tag) => tag.name === 'Steps');
    if (steps === undefined) return 1;
    steps.steps += 1;
    return steps.steps;
  }

  /**
   * How much of a line's indentation belongs to the innermost block tag's content and is removed, and what is put in its place.
   * The first line of the content decides; a closing tag is no content.
   */
  indentation(indent: number, closing: boolean): { remove: number; put: number } {
    for (let index = this.#tags.length - 1; index >= 0; index -= 1) {
      const tag = this.#tags[index]!;
      if (!tag.text.block || (tag.dedent === null && closing)) continue;
      tag.dedent ??= indent;
      return { remove: Math.min(indent, tag.dedent), put: tag.indent };
    }
    return { remove: 0, put: 0 };
  }
}
