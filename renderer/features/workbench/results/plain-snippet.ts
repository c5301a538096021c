/** A snippet of Markdown as plain text: without the marks of headings, emphasis, links and code; lines joined where they only wrap. */
export function plainSnippet(markdown: string): string {
  return markdown
    .replace(/^\s{0,3}(?:`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^()\s]*(?:\s"[^"\n]*")?\)/g, '$1')
    .replace(/^\s{0,3}#{1,6}\s+/gm, '')
    .replace(/^\s{0,3}>\s?/gm, '')
    .replace(/\*\*(?=\S)([^\n]*?\S)\*\*/g, '$1')
    .replace(/(^|[\s(])[*_](?=\S)([^*_\n]*?\S)[*_](?=[\s).,;:!?]|$)/gm, '$1$2')
    .replace(/`+([^`\n]+)`+/g, '$1')
    .replace(/^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}

/** Lines of code that a row of the list shows. */
const mostLines = 5;

/** The first lines of a piece of code, without the indentation that all of them share and without blank lines at either end. */
export function codeSnippet(code: string): string {
  const lines = code
    .replaceAll('\t', '    ')
    .split('\n')
    .map((line) => line.trimEnd());
  const first = lines.findIndex((line) => line !== '');
  if (first === -1) return '';
  const shown = lines.slice(first, first + mostLines);
  while (shown.at(-1) === '') shown.pop();
  const indents = shown.filter((line) => line !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents);
  return shown.map((line) => line.slice(shared)).join('\n');
}

/** Whether most of a snippet of a page is a listing: such lines must not be run together. */
export function looksLikeCode(text: string): boolean {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const code = lines.filter((line) =>
    /^\s{2,}[^\s*-]|[;{}]$|^\s*(?:def|class|import|from \S+ import|async|await|const|let|return|export|function|#|\/\/|@)\b|^[$>] \S|^[A-Z_]+=|\)$/.test(
      line,
    ),
  );
  return code.length * 2 > lines.length;
}

const fence = /^\s*(?:`{3,}|~{3,})[ \t]*([\w+#-]*)[^\n]*$/gm;

/** A listing of a page without its fences, and without the heading above it, which the row shows already. */
export function withoutFences(markdown: string): string {
  return markdown.replace(fence, '').replace(/^\s*#{2,6} [^\n]*\n/, '');
}

/** The language that the first opening fence names; null where there is none. */
export function fenceLanguage(markdown: string): string | null {
  for (const match of markdown.matchAll(fence)) if (match[1] !== '') return match[1]!;
  return null;
}
