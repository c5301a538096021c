/** Where a path leaves the project: into code or documentation of something that the project uses. */
export interface DependencyPath {
  /** Path below the folder that holds the packages, package first; '' for that folder itself. */
  below: string;
  /** Name of the package where the path tells it, else ''. */
  packageName: string;
}

interface Root {
  /** What leads to the packages; the last match counts, since packages hold packages. */
  pattern: RegExp;
  /** Folders below it that are no package: pnpm's store, cargo's index. */
  skip?: RegExp;
}

const roots: readonly Root[] = [
  { pattern: /(?:^|\/)(?:site|dist)-packages(?:\/|$)/g },
  { pattern: /(?:^|\/)node_modules(?:\/|$)/g, skip: /^\.pnpm\/[^/]*\/?/ },
  { pattern: /(?:^|\/|\})pkg\/mod(?:\/|$)|\$\{?GOMODCACHE\}?(?:\/|$)|\$\(go env GOMODCACHE\)(?:\/|$)/g, skip: /^cache\/download\// },
  { pattern: /(?:^|\/)(?:\.cargo|\$CARGO_HOME)\/(?:registry\/src|git\/checkouts)(?:\/|$)/g, skip: /^(?:index\.|github\.com-)[^/]*\/?/ },
  { pattern: /(?:^|\/)\.rustup\/toolchains(?:\/|$)/g, skip: /^[^/]*\/lib\/rustlib\/src\/rust\/library\// },
  { pattern: /(?:^|\/)\.m2\/repository(?:\/|$)/g },
  { pattern: /(?:^|\/)\.gradle\/caches(?:\/|$)/g },
  { pattern: /(?:^|\/)\.nuget\/packages(?:\/|$)/g },
  { pattern: /(?:^|\/)\.pub-cache(?:\/|$)/g },
  { pattern: /(?:^|\/)Pods(?:\/|$)/g },
  { pattern: /(?:^|\/)DerivedData\/(?:[^/]+\/)?(?:SourcePackages\/checkouts(?:\/|$)|)/g },
  { pattern: /(?:^|\/)(?:bower_components|__pypackages__|elm-stuff|jspm_packages)(?:\/|$)/g },
  { pattern: /(?:^|\/)vendor(?:\/bundle\/ruby\/[^/]+\/gems)?(?:\/|$)/g },
  { pattern: /(?:^|\/)gems\/(?=[\w.-]+-\d)/g },
  // The language's own library, and environments as a whole.
  { pattern: /(?:^|\/)lib\/python\d(?:\.\d+)?(?:\/|$)/g },
  { pattern: /(?:^|\/)(?:usr\/local\/go|usr\/lib\/go[\w.-]*|go\/sdk\/[^/]+|libexec)\/src(?:\/|$)/g },
  { pattern: /(?:^|\/)\.?venv(?:\/|$)/g },
  { pattern: /(?:^|\/)\.(?:tox|nox)(?:\/|$)/g },
]; // prettier-ignore

/** What every root has one of: most paths have none. */
const anyRoot =
  /packages|node_modules|pkg\/mod|GOMODCACHE|\.cargo|CARGO_HOME|\.rustup|\.m2|\.gradle|\.pub-cache|Pods|DerivedData|bower_components|elm-stuff|vendor|gems|lib\/python|\/src|venv|\.tox|\.nox/;

/** Longest path that is looked at. Unit: UTF-16 units. */
const longestPath = 4096;

/** Forward slashes, no `./`, no trailing slash. */
export function plainPath(path: string): string {
  return path
    .slice(0, longestPath)
    .replaceAll('\\', '/')
    .replaceAll(/\/{2,}/g, '/')
    .replace(/^(?:\.\/)+/, '')
    .replace(/(?<=.)\/+$/, '');
}

/** Sessions name the same paths again and again. Bounded, since a transcript may name any number. */
const known = new Map<string, DependencyPath | null>();
const mostKnown = 20_000;

/** Null for a path of the project itself. */
export function dependencyPath(written: string): DependencyPath | null {
  const found = known.get(written);
  if (found !== undefined) return found;
  const path = findDependency(written);
  if (known.size >= mostKnown) known.clear();
  if (written.length <= longestPath) known.set(written, path);
  return path;
}

function findDependency(written: string): DependencyPath | null {
  const path = plainPath(written);
  if (!anyRoot.test(path)) return null;
  for (const { pattern, skip } of roots) {
    const last = [...path.matchAll(pattern)].at(-1);
    if (!last) continue;
    const rest = path.slice(last.index + last[0].length);
    const below = skip ? rest.replace(skip, '') : rest;
    return { below, packageName: packageOf(below) };
  }
  return null;
}

function packageOf(below: string): string {
  const parts = below.split('/');
  const name = parts[0]!.startsWith('@') && parts.length > 1 ? `${parts[0]}/${parts[1]}` : parts[0]!;
  return name.replace(/@v?\d.*$/, '').replace(/-\d[\w.]*(?:\.dist-info)?$/, '');
}

/** Names that many folders have: sharing only this says nothing. */
const commonNames: ReadonlySet<string> = new Set(['__init__.py', 'index.ts', 'index.js', 'index.tsx', 'index.md', 'readme.md', 'mod.rs', 'lib.rs', 'main.go', 'main.py', 'base.py', 'utils.py', 'types.ts', 'types.py', 'doc.go']); // prettier-ignore

/**
 * Whether a path that a hub cites and one that was opened are the same file. The one is below its repository, the other below a
 * package or a project, so their ends are compared: at least two parts, or the only one where the name is telling.
 */
export function isSamePath(cited: string, opened: string): boolean {
  const left = plainPath(cited)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  const inside = dependencyPath(opened);
  const right = plainPath(inside !== null && inside.below !== '' ? inside.below : opened)
    .toLowerCase()
    .split('/')
    .filter((part) => part !== '');
  let shared = 0;
  while (shared < left.length && shared < right.length && left.at(-1 - shared) === right.at(-1 - shared)) shared += 1;
  if (shared === 0) return false;
  if (shared === Math.min(left.length, right.length)) return shared > 1 || !commonNames.has(left.at(-1)!);
  // `src/acme/task.py` and `acme/task.py`: what differs is what leads to the package.
  return shared >= 3 || (shared === 2 && left.length <= 4);
}
