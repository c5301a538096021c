/** A snippet of Markdown as plain text: without the marks of headings, emphasis, links and code; lines joined where they only wrap. */
export function plainSnippet(markdown: string): string {
  return markdown
    .replace(/^\s{0,3}(?:`{3,}|~{3,})[^\n]*$/gm, '')
    .replace(/!?\[([^\]\n]*)\]\([^()\s]*(?:\s"[^"\n]*")?\)/g, '$1')
    .replace(/^\s{0,3}#{1,6}\s+/gm, '')
    .replace(/^\s{0,3}>\s?/gm, '')
    .replace(/(\*\*|__)(?=\S)([^\n]*?\S)\1/g, '$2')
    .replace(/(^|[\s(])[*_](?=\S)([^*_\n]*?\S)[*_](?=[\s).,;:!?]|$)/gm, '$1$2')
    .replace(/`+([^`\n]+)`+/g, '$1')
    .replace(/^\|?(?:\s*:?-{3,}:?\s*\|)+\s*:?-*:?\s*$/gm, '')
    .replace(/\n{2,}/g, '\n')
    .trim();
}
