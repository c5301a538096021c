import { syntaxHighlighting } from '@codemirror/language';
import { SearchCursor } from '@codemirror/search';
import { Compartment, EditorState, RangeSet, StateEffect, StateField, type Extension, type Range } from '@codemirror/state';
import { Decoration, EditorView, GutterMarker, gutterLineClass, lineNumbers, type DecorationSet } from '@codemirror/view';
import { classHighlighter } from '@lezer/highlight';
import type { LineRange } from '../../../main/contract/search.ts';
import { codeTheme } from './code-theme.ts';
import { loadLanguage } from './load-language.ts';

export interface CodeEditorOptions {
  text: string;
  language: string;
  label: string;
  wraps: boolean;
  /** The line at the upper edge, while scrolling. */
  onTopLine: (line: number) => void;
}

export interface FoundPlaces {
  count: number;
  /** 1-based; 0 where there is none. */
  current: number;
}

export interface CodeEditor {
  showHit(lines: LineRange | null): void;
  scrollToLine(line: number, place: 'start' | 'center'): void;
  focus(): void;
  /** Marks what matches and goes to the first place at or after the one that is in view. */
  find(text: string): FoundPlaces;
  findNext(step: 1 | -1): FoundPlaces;
  destroy(): void;
}

/** More places than this are not counted. */
const mostPlaces = 5_000;

interface Marks {
  hit: LineRange | null;
  found: readonly { from: number; to: number }[];
  current: number;
}

const setMarks = StateEffect.define<Partial<Marks>>();
const hitLine = Decoration.line({ class: 'cm-hit' });
const foundMark = Decoration.mark({ class: 'cm-found' });
const currentMark = Decoration.mark({ class: 'cm-found cm-current' });

class HitGutter extends GutterMarker {
  override elementClass = 'cm-hit';
}
const hitGutter = new HitGutter();

const marks = StateField.define<Marks>({
  create: () => ({ hit: null, found: [], current: -1 }),
  update(before, transaction) {
    // Each dispatch of this file carries one.
    const change = transaction.effects.find((effect) => effect.is(setMarks));
    return change === undefined ? before : { ...before, ...change.value };
  },
  provide: (field) => [
    EditorView.decorations.compute([field], (state) => decorationsOf(state, state.field(field))),
    gutterLineClass.compute([field], (state) =>
      RangeSet.of(linesOf(state, state.field(field).hit).map((from) => hitGutter.range(from))),
    ),
  ],
});

/**
 * A read-only view of a file. It lives in a shadow root: there its styles are adopted style sheets, which the content policy allows,
 * where a <style> element is forbidden.
 */
export function createCodeEditor(host: HTMLElement, options: CodeEditorOptions): CodeEditor {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const grammar = new Compartment();
  const view = new EditorView({
    root,
    parent: root,
    state: EditorState.create({ doc: options.text, extensions: [...readingExtensions(options), grammar.of([])] }),
  });
  let isGone = false;
  void loadLanguage(options.language).then((support) => {
    if (support !== null && !isGone) view.dispatch({ effects: grammar.reconfigure(support) });
  });
  const go = (index: number): FoundPlaces => {
    const { found } = view.state.field(marks);
    const place = found[index];
    if (place === undefined) return { count: found.length, current: 0 };
    view.dispatch({ effects: [setMarks.of({ current: index }), EditorView.scrollIntoView(place.from, { y: 'center' })] });
    return { count: found.length, current: index + 1 };
  };
  return {
    showHit(lines) {
      view.dispatch({ effects: setMarks.of({ hit: lines }) });
    },
    scrollToLine(line, place) {
      const { from } = view.state.doc.line(Math.min(Math.max(1, line), view.state.doc.lines));
      view.dispatch({ effects: EditorView.scrollIntoView(from, { y: place, yMargin: place === 'start' ? 8 : 0 }) });
    },
    focus: () => view.contentDOM.focus({ preventScroll: true }),
    find(text) {
      const found = placesOf(view.state, text);
      view.dispatch({ effects: setMarks.of({ found, current: -1 }) });
      const top = view.lineBlockAtHeight(view.scrollDOM.scrollTop).from;
      return go(
        Math.max(
          0,
          found.findIndex(({ from }) => from >= top),
        ),
      );
    },
    findNext(step) {
      const { found, current } = view.state.field(marks);
      return go(found.length === 0 ? 0 : (current + step + found.length) % found.length);
    },
    destroy() {
      isGone = true;
      view.destroy();
    },
  };
}

function readingExtensions({ label, wraps, onTopLine }: CodeEditorOptions): Extension[] {
  return [
    lineNumbers(),
    EditorState.readOnly.of(true),
    EditorView.editable.of(false),
    EditorView.contentAttributes.of({ 'aria-label': label, 'aria-readonly': 'true', tabindex: '0' }),
    syntaxHighlighting(classHighlighter),
    codeTheme,
    marks,
    ...(wraps ? [EditorView.lineWrapping] : []),
    EditorView.domEventHandlers({
      scroll(_event, view) {
        onTopLine(view.state.doc.lineAt(view.lineBlockAtHeight(view.scrollDOM.scrollTop + 4).from).number);
      },
    }),
  ];
}

function linesOf(state: EditorState, lines: LineRange | null): number[] {
  if (lines === null) return [];
  const places: number[] = [];
  for (let line = lines.start; line <= Math.min(lines.end, state.doc.lines); line += 1) places.push(state.doc.line(line).from);
  return places;
}

function decorationsOf(state: EditorState, { hit, found, current }: Marks): DecorationSet {
  const ranges: Range<Decoration>[] = linesOf(state, hit).map((from) => hitLine.range(from));
  for (const [index, { from, to }] of found.entries()) ranges.push((index === current ? currentMark : foundMark).range(from, to));
  return Decoration.set(ranges, true);
}

function placesOf(state: EditorState, text: string): { from: number; to: number }[] {
  if (text === '') return [];
  const places: { from: number; to: number }[] = [];
  const cursor = new SearchCursor(state.doc, text, 0, state.doc.length, (piece) => piece.toLowerCase());
  while (places.length < mostPlaces && !cursor.next().done) places.push({ from: cursor.value.from, to: cursor.value.to });
  return places;
}
