import { baseNameOf, isDocument, languageOf } from './language.ts';

/** package: something to import; examples: projects to learn from; documentation: pages to read. */
type RepositoryNature = 'package' | 'examples' | 'documentation';

/** What the list of paths tells about a repository as a whole; input of `classify`. */
export interface RoleContext {
  nature: RepositoryNature;
  /** Why, in words for a screen. */
  natureBecause: string;
  /** Folders that are importable packages at their top: hold `__init__.py` while the folder around them does not. '' is never one. */
  packageRoots: ReadonlySet<string>;
}

const examplesName = /(^|[-_.])(examples?|samples?|demos?|cookbooks?|tutorials?|quickstarts?|starters?|recipes)$/i;
const documentationMarks: ReadonlySet<string> = new Set([
  'docs.json', 'mint.json', 'mkdocs.yml', 'mkdocs.yaml', 'book.toml', 'antora.yml', 'docusaurus.config.js', 'docusaurus.config.ts', '.readthedocs.yaml', '_config.yml',
]); // prettier-ignore
/** Files that someone starts: their presence makes a folder a project to run rather than a library. */
const entryFile = /^(main|bot|app|server|index|agent|run|start|demo|cli)\.(py|ts|tsx|js|mjs|go|rs|rb|php|java|kt|swift|cs)$/i;
const environmentTemplate = /^\.?env[._-]?(local[._-])?(example|sample|template)$|^\.env\.(example|sample|template)$/i;
const packagePlaces: ReadonlySet<string> = new Set([
  'src',
  'lib',
  'libs',
  'packages',
  'crates',
  'modules',
  'pkg',
  'internal',
  'cmd',
  'tests',
  'test',
  'docs',
  'doc',
  'examples',
  'scripts',
]);
/** Fewer top folders than this are no collection of examples. */
const minimumExampleFolders = 3;
const minimumExampleShare = 0.6;
const minimumDocumentShare = 0.7;

const proseOrData: ReadonlySet<string> = new Set([
  'markdown',
  'mdx',
  'rst',
  'asciidoc',
  'text',
  'json',
  'yaml',
  'toml',
  'ini',
  'xml',
  'css',
  'html',
]);

/** Whether the file is in a programming language (rather than prose, data or markup). */
function isProgram(path: string): boolean {
  return !proseOrData.has(languageOf(path));
}

function findPackageRoots(paths: readonly string[]): Set<string> {
  const packages = new Set<string>();
  for (const path of paths) if (path.endsWith('/__init__.py')) packages.add(path.slice(0, -'/__init__.py'.length));
  const roots = new Set<string>();
  for (const folder of packages) {
    const parent = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
    if (!packages.has(parent)) roots.add(folder);
  }
  return roots;
}

/** What one top folder holds, as far as it tells an example project from a library. */
interface TopFolder {
  hasReadme: boolean;
  isRunnable: boolean;
  programs: number;
}

function topFolders(paths: readonly string[]): Map<string, TopFolder> {
  const folders = new Map<string, TopFolder>();
  for (const path of paths) {
    const slash = path.indexOf('/');
    if (slash < 0) continue;
    const top = path.slice(0, slash);
    if (top.startsWith('.')) continue;
    const folder = folders.get(top) ?? { hasReadme: false, isRunnable: false, programs: 0 };
    folders.set(top, folder);
    const name = baseNameOf(path);
    if (/^readme/i.test(name)) folder.hasReadme = true;
    if (entryFile.test(name) || environmentTemplate.test(name)) folder.isRunnable = true;
    if (isProgram(path)) folder.programs++;
  }
  return folders;
}

function looksLikeExamples(paths: readonly string[], packageRoots: ReadonlySet<string>): string | null {
  const folders = topFolders(paths);
  const candidates = [...folders].filter(([, folder]) => folder.programs > 0);
  if (candidates.some(([name]) => name === 'src' || packageRoots.has(name))) return null;
  const examples = candidates.filter(
    ([name, folder]) => folder.hasReadme && folder.isRunnable && !packagePlaces.has(name.toLowerCase()),
  );
  if (examples.length < minimumExampleFolders || examples.length < candidates.length * minimumExampleShare) return null;
  return `${examples.length} of its ${candidates.length} top folders with code are projects of their own, with a README and something to run`;
}

function looksLikeDocumentation(paths: readonly string[], packageRoots: ReadonlySet<string>): string | null {
  const visible = paths.filter((path) => !path.startsWith('.') && !path.includes('/.'));
  if (visible.length === 0) return null;
  const documents = visible.filter(isDocument).length;
  const programs = visible.filter(isProgram).length;
  const mark = visible.find((path) => documentationMarks.has(path));
  const hasPackage = packageRoots.size > 0 || visible.some((path) => path.startsWith('src/') && isProgram(path));
  if (hasPackage && !mark) return null;
  if (documents / visible.length < minimumDocumentShare || programs > documents / 4) return null;
  const share = Math.round((documents / visible.length) * 100);
  return mark ? `${share} % of its files are documents, and it has a ${mark}` : `${share} % of its files are documents`;
}

/** Looks at the paths of a repository (those that were not skipped by name) and says what kind of repository it is. */
export function describeRepository(paths: readonly string[], repo: string): RoleContext {
  const packageRoots = findPackageRoots(paths);
  const repoName = repo.slice(repo.lastIndexOf('/') + 1);
  if (examplesName.test(repoName))
    return { nature: 'examples', natureBecause: `the repository is called ${repoName}`, packageRoots };
  const documentation = looksLikeDocumentation(paths, packageRoots);
  if (documentation) return { nature: 'documentation', natureBecause: documentation, packageRoots };
  const examples = looksLikeExamples(paths, packageRoots);
  if (examples) return { nature: 'examples', natureBecause: examples, packageRoots };
  return { nature: 'package', natureBecause: 'it is neither a collection of examples nor of documents', packageRoots };
}
