import type { ContentType } from '../chunk.ts';
import type { RoleRule } from '../source.ts';
import { compileGlob, matchesGlob } from './glob.ts';
import type { Glob } from './glob.ts';
import { baseNameOf, isDocument } from './language.ts';
import { describeRepository } from './repository-shape.ts';
import type { RoleContext } from './repository-shape.ts';

/** A role and the rule that decided it, in words for a screen. */
export interface RoleDecision {
  role: ContentType | 'skip';
  because: string;
}

const exampleFolder = /(^|[-_.])(examples?|samples?|demos?)$|^(cookbook|quickstarts?)$/;
const testFolders: ReadonlySet<string> = new Set(['tests', 'test', '__tests__', 'spec', 'specs', 'e2e', 'testing', 'testdata']);
const documentFolders: ReadonlySet<string> = new Set(['docs', 'doc', 'documentation', 'docs_src']);
/** README, with a language code (`README.zh-CN.md`, `README_ja.md`) and a document's extension or none. */
const readmeName =
  /^readme([-_][a-z]{2}([-_][a-z]{2,4})?|\.[a-z]{2}([-_][a-z]{2,4})?(?=\.))?(\.(md|markdown|mdown|mdx|rst|txt|adoc|asciidoc))?$/i;

interface CompiledRule {
  rule: RoleRule;
  glob: Glob;
  directoryOnly: boolean;
  baseNameOnly: boolean;
}

const compiledRules = new WeakMap<readonly RoleRule[], CompiledRule[]>();

function compileRules(rules: readonly RoleRule[]): CompiledRule[] {
  const known = compiledRules.get(rules);
  if (known) return known;
  const compiled: CompiledRule[] = [];
  for (const rule of rules) {
    let text = rule.glob.trim();
    const directoryOnly = text.endsWith('/');
    if (directoryOnly) text = text.slice(0, -1);
    const baseNameOnly = !text.includes('/');
    if (text.startsWith('/')) text = text.slice(1);
    // A leading `!` has no meaning here: the first rule that matches decides.
    const glob = text === '' || text.startsWith('!') ? null : compileGlob(baseNameOnly && text === '**' ? '*' : text);
    if (glob) compiled.push({ rule, glob, directoryOnly, baseNameOnly });
  }
  compiledRules.set(rules, compiled);
  return compiled;
}

/** Matches the file itself or any folder above it, as in a .gitignore. */
function ruleMatches(rule: CompiledRule, path: string): boolean {
  for (let end = path.length; end > 0; end = path.lastIndexOf('/', end - 1)) {
    const part = path.slice(0, end);
    if (end === path.length && rule.directoryOnly) continue;
    if (matchesGlob(rule.glob, rule.baseNameOnly ? baseNameOf(part) : part)) return true;
  }
  return false;
}

/** The outermost folder that says what it is for decides, since `examples/x/src` is an example and `src/x/examples` is source. */
function decideByFolder(path: string, context: RoleContext): RoleDecision | null {
  const folders = path.split('/').slice(0, -1);
  for (let depth = 0; depth < folders.length; depth++) {
    const name = folders[depth]!.toLowerCase();
    const folder = folders.slice(0, depth + 1).join('/');
    if (exampleFolder.test(name)) return { role: 'code', because: `lies in ${folder}/: examples` };
    if (context.nature !== 'package') continue;
    if (testFolders.has(name)) return { role: 'source', because: `lies in ${folder}/: tests` };
    if (documentFolders.has(name)) return { role: 'code', because: `code beside documentation in ${folder}/` };
    if (name === 'src') return { role: 'source', because: `lies in ${folder}/` };
    if (context.packageRoots.has(folder)) return { role: 'source', because: `lies in the Python package ${folder}/` };
  }
  return null;
}

/** Documents were decided before: what is left of a documentation repository is its configuration, scripts and styles. */
const natureRoles = { package: 'source', examples: 'code', documentation: 'code' } as const;
const natureWords = { package: 'a package', examples: 'examples', documentation: 'documentation' } as const;

/**
 * Decides what a file is. In this order: the user's rules; README; documents by their language; the outermost folder with a
 * meaning; what the repository is as a whole. Every text file gets a role: configuration, scripts and tests by where they lie.
 */
export function classify(path: string, rules: readonly RoleRule[], context: RoleContext): RoleDecision {
  for (const rule of compileRules(rules)) {
    if (ruleMatches(rule, path)) return { role: rule.rule.role, because: `rule ${rule.rule.glob} → ${rule.rule.role}` };
  }
  if (readmeName.test(baseNameOf(path))) return { role: 'readme', because: 'named README' };
  if (isDocument(path)) return { role: 'doc', because: 'a document by its name' };
  return (
    decideByFolder(path, context) ?? {
      role: natureRoles[context.nature],
      because: `the repository is ${natureWords[context.nature]}: ${context.natureBecause}`,
    }
  );
}

/** `classify` for a screen that has the list of all paths at hand: which role a file gets in this repository, and which rule said so. */
export function explainRole(path: string, paths: readonly string[], repo: string, rules: readonly RoleRule[] = []): RoleDecision {
  return classify(path, rules, describeRepository(paths, repo));
}
