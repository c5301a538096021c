/** Where tools put the beginning of a chunk's id. */
const idFields: ReadonlySet<string> = new Set(['chunk_id', 'doc_id', 'example_id']);
const idPattern = /^[0-9a-f]{8,64}$/;
/** Answers are lists of objects; nothing that names a chunk lies deeper. */
const deepest = 6;

/** The chunks that a tool's answer names, each once. */
export function chunksOfAnswer(answer: unknown): Set<string> {
  const found = new Set<string>();
  const look = (value: unknown, depth: number): void => {
    if (typeof value !== 'object' || value === null || depth > deepest) return;
    for (const [name, entry] of Object.entries(value))
      if (typeof entry === 'string') {
        if (idFields.has(name) && idPattern.test(entry)) found.add(entry);
      } else look(entry, depth + 1);
  };
  look(answer, 0);
  return found;
}
