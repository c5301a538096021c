/** What is used of a hast node. */
interface Node {
  type: string;
  tagName?: string;
  properties?: Record<string, unknown>;
  children?: Node[];
  position?: { start: { line: number }; end: { line: number } } | undefined;
}

/** Blocks that hold blocks; the lines are those of what is inside. */
const containers = new Set(['ul', 'ol', 'blockquote', 'div', 'section']);

/**
 * A rehype plugin: gives every block the lines of the file it came from, as `data-line` and `data-line-end`. `lines` has the file's line
 * for each line of the text that was parsed.
 */
export function markLines(lines: readonly number[]) {
  const lineOf = (line: number): number => lines[Math.min(line, lines.length) - 1] ?? 1;
  const visit = (node: Node): void => {
    for (const child of node.children ?? []) {
      if (child.type !== 'element' || child.position === undefined) continue;
      if (child.tagName !== undefined && containers.has(child.tagName)) {
        visit(child);
        continue;
      }
      const start = lineOf(child.position.start.line);
      child.properties = {
        ...child.properties,
        dataLine: start,
        dataLineEnd: Math.max(start, lineOf(child.position.end.line)),
      };
    }
  };
  return visit;
}
