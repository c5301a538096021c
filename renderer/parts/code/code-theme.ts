import { EditorView } from '@codemirror/view';

const hitGround = 'color-mix(in srgb, var(--ground-selected) 45%, var(--ground))';

/** The code view in the window's colours; custom properties reach into its shadow root. */
export const codeTheme = EditorView.theme({
  '&': { height: '100%', backgroundColor: 'transparent', color: 'var(--text)' },
  '&.cm-focused': { outline: '2px solid var(--focus)', outlineOffset: '-2px' },
  '.cm-scroller': {
    fontFamily: 'var(--font-mono)',
    fontSize: 'var(--size-code)',
    lineHeight: 'var(--line-code)',
    fontVariantLigatures: 'none',
    scrollbarWidth: 'thin',
    scrollbarColor: 'var(--border-strong) transparent',
  },
  '.cm-content': { padding: '8px 0 40vh', outline: 'none' },
  '.cm-line': { padding: '0 16px 0 12px' },
  '.cm-gutters': {
    border: 'none',
    backgroundColor: 'var(--ground)',
    color: 'var(--text-faint)',
    fontVariantNumeric: 'tabular-nums',
  },
  '.cm-lineNumbers .cm-gutterElement': { minWidth: '44px', padding: '0 8px 0 12px' },
  '.cm-line.cm-hit': { backgroundColor: hitGround },
  '.cm-gutterElement.cm-hit': { boxShadow: 'inset 2px 0 var(--focus)', backgroundColor: hitGround, color: 'var(--text-muted)' },
  '.cm-found': { borderRadius: '2px', backgroundColor: 'var(--mark)' },
  '.cm-current': { outline: '2px solid var(--focus)' },
  '.cm-line ::selection, .cm-line::selection': { backgroundColor: 'light-dark(#cfe0fb, #2f4a75)' },
  '.tok-keyword, .tok-operatorKeyword, .tok-bool, .tok-atom': { color: 'var(--syntax-keyword)' },
  '.tok-string, .tok-string2': { color: 'var(--syntax-string)' },
  '.tok-number, .tok-literal': { color: 'var(--syntax-number)' },
  '.tok-comment, .tok-meta': { color: 'var(--syntax-comment)' },
  '.tok-typeName, .tok-className, .tok-namespace': { color: 'var(--syntax-type)' },
  '.tok-propertyName.tok-definition, .tok-variableName.tok-definition, .tok-labelName, .tok-macroName': {
    color: 'var(--syntax-function)',
  },
  '.tok-heading, .tok-strong': { fontWeight: '600' },
  '.tok-emphasis': { fontStyle: 'italic' },
  '.tok-link, .tok-url': { color: 'var(--link)' },
});
