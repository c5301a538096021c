/** Folders whose sub-folders are examples. */
const containerNames = new Set([
  'examples',
  'example',
  'samples',
  'sample',
  'demos',
  'demo',
  'cookbook',
  'tutorials',
  'quickstarts',
  'playground',
]);

/** Folders that are a part of an example, never one by themselves while they lie in something larger. */
const partNames = new Set(
  'agent agents android api app apps assets backend bin bot client clients cmd components config configs css data dist docs frontend functions helpers images infra infrastructure internal ios java javascript js k8s kotlin lib libs mobile models pages pkg prebuilt public python react react-native renderer resources routes scripts server servers services shared src static styles swift templates terraform test tests tools typescript ui util utils web www'.split(
    ' ',
  ),
);

const codeFile = /\.(py|ipynb|ts|tsx|js|mjs|cjs|jsx|go|rs|java|kt|swift|cs|cpp|cc|c|rb|php|dart|vue|svelte)$/i;
const manifestFile =
  /^(pyproject\.toml|requirements.*\.txt|setup\.py|package\.json|go\.mod|cargo\.toml|pom\.xml|build\.gradle(\.kts)?|gemfile|composer\.json|pcc-deploy\.toml|dockerfile|readme(\.\w+)?)$/i;
const configurationFile = /(^\.|^conftest\.py$|^setup\.py$|\.config\.\w+$)/i;

interface Folder {
  hasCode: boolean;
  hasManifest: boolean;
}

/**
 * Which folders are examples, '' for the root of the source, sorted. A folder is one when it holds code, a manifest or a README and is
 * no mere part (client, server, src …) of a larger example; inside another example it must have a manifest or README of its own.
 * A container such as `examples/` or the source's root counts only when code lies directly in it.
 */
export function findExampleRoots(paths: readonly string[]): string[] {
  const folders = new Map<string, Folder>();
  for (const path of paths) {
    const cut = path.lastIndexOf('/');
    const folder = cut === -1 ? '' : path.slice(0, cut);
    const name = path.slice(cut + 1);
    const hasCode = codeFile.test(name) && !configurationFile.test(name);
    const hasManifest = manifestFile.test(name);
    if (!hasCode && !hasManifest) continue;
    const known = folders.get(folder) ?? { hasCode: false, hasManifest: false };
    folders.set(folder, { hasCode: known.hasCode || hasCode, hasManifest: known.hasManifest || hasManifest });
  }
  // Parts speak for the folder they are parts of.
  const candidates = new Map<string, Folder>();
  for (const [folder, facts] of folders) {
    const owner = ownerOf(folder);
    if (owner !== folder && (isContainer(owner) || owner === '')) {
      // scripts/ or assets/ beside the examples belong to none of them.
      if (!facts.hasCode || !folders.get(owner)?.hasCode) continue;
    }
    const known = candidates.get(owner) ?? { hasCode: false, hasManifest: false };
    candidates.set(owner, {
      hasCode: known.hasCode || (owner === folder || !isContainer(owner) ? facts.hasCode : false),
      hasManifest: known.hasManifest || facts.hasManifest,
    });
  }
  const roots = new Set<string>();
  const shallowFirst = [...candidates.keys()].sort((a, b) => depthOf(a) - depthOf(b) || (a < b ? -1 : 1));
  for (const folder of shallowFirst) {
    const facts = candidates.get(folder);
    if (facts === undefined) continue;
    if (isContainer(folder) || folder === '') {
      if (facts.hasCode) roots.add(folder);
      continue;
    }
    const outer = nearestRoot(folder, roots);
    const isOwn = outer === null || isContainer(outer) ? facts.hasCode || facts.hasManifest : facts.hasManifest;
    if (isOwn) roots.add(folder);
  }
  // Nothing but parts: the source is one example.
  if (roots.size === 0 && [...folders.values()].some((facts) => facts.hasCode)) roots.add('');
  return [...roots].sort();
}

/** The example a file belongs to: the deepest root above it; null when there is none. */
export function exampleRootOf(path: string, roots: readonly string[] | ReadonlySet<string>): string | null {
  const known = roots instanceof Set ? roots : new Set(roots);
  let folder = path;
  for (;;) {
    const cut = folder.lastIndexOf('/');
    folder = cut === -1 ? '' : folder.slice(0, cut);
    if (known.has(folder)) return folder;
    if (folder === '') return null;
  }
}

/** Climbs out of the parts of an example: `bot/client/react/src` → `bot`. */
function ownerOf(folder: string): string {
  const segments = folder.split('/');
  const firstPart = segments.findIndex(
    (segment, index) => partNames.has(segment.toLowerCase()) && !containerNames.has(segments[index - 1]?.toLowerCase() ?? ''),
  );
  return firstPart === -1 ? folder : segments.slice(0, firstPart).join('/');
}

function nearestRoot(folder: string, roots: ReadonlySet<string>): string | null {
  return exampleRootOf(`${folder}/x`, new Set([...roots].filter((root) => root !== folder)));
}

function isContainer(folder: string): boolean {
  return containerNames.has(folder.slice(folder.lastIndexOf('/') + 1).toLowerCase());
}

function depthOf(folder: string): number {
  return folder === '' ? 0 : folder.split('/').length;
}
