const requirement = /^[\s"']*([A-Za-z0-9][A-Za-z0-9._-]*)(\[[^\]\n]*\])?\s*((?:===?|~=|>=|<=|!=|>|<)\s*[^\s"';#]+)/;
const npmDependency = /^\s*"(@?[\w./-]+)"\s*:\s*"([~^>=<]*\s*\d[^"]*)"/;

/**
 * Version of the library that the example is about, as its manifest says: of all pinned requirements the one whose name most of the
 * imports begin with. Null when no manifest pins a library that the code imports.
 */
export function versionPinOf(manifests: readonly { path: string; text: string }[], imports: readonly string[]): string | null {
  const uses = new Map<string, number>();
  for (const name of imports) {
    const top = (name.startsWith('@') ? name.split('/').slice(0, 2).join('/') : (name.split(/[./]/, 1)[0] ?? '')).toLowerCase();
    if (top !== '') uses.set(top, (uses.get(top) ?? 0) + 1);
  }
  let best: { pin: string; uses: number } | null = null;
  for (const manifest of [...manifests].sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))) {
    for (const { name, version } of requirementsIn(manifest)) {
      const count = usesOf(name, uses);
      if (count > 0 && (best === null || count > best.uses)) best = { pin: `${name}${version}`, uses: count };
    }
  }
  return best?.pin ?? null;
}

function requirementsIn(manifest: { path: string; text: string }): { name: string; version: string }[] {
  const isNpm = manifest.path.endsWith('package.json');
  const found: { name: string; version: string }[] = [];
  for (const line of manifest.text.slice(0, 200_000).split('\n')) {
    if (line.length > 2_000) continue;
    if (isNpm) {
      const match = npmDependency.exec(line);
      if (match?.[1] !== undefined && match[2] !== undefined) found.push({ name: match[1], version: `@${match[2]}` });
      continue;
    }
    // `dependencies = ["a==1", "b>=2"]` on one line holds several.
    const pieces = line.includes('"')
      ? [...line.matchAll(/"([^"]+)"|'([^']+)'/g)].map((match) => match[1] ?? match[2] ?? '')
      : [line];
    for (const piece of pieces) {
      const match = requirement.exec(piece);
      if (match?.[1] !== undefined && match[3] !== undefined)
        found.push({ name: match[1], version: match[3].replace(/\s+/g, '') });
    }
  }
  return found;
}

/** `pipecat-ai` is imported as `pipecat`, `python-dotenv` as `dotenv`: one name is a part of the other at a dash. */
function usesOf(requirementName: string, uses: ReadonlyMap<string, number>): number {
  const name = requirementName.toLowerCase();
  const direct = uses.get(name) ?? uses.get(name.replaceAll('-', '_'));
  if (direct !== undefined) return direct;
  const parts = name.split(/[-_.]/);
  const first = parts[0] ?? '';
  return (parts.length > 1 && (uses.get(first) ?? uses.get(parts.at(-1) ?? ''))) || 0;
}
