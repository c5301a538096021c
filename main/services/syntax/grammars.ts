import { createRequire } from 'node:module';
import path from 'node:path';
import type { Language, Parser, Tree } from '@vscode/tree-sitter-wasm';
import { HubError } from '../../contract/errors.ts';
import { silentLogger } from '../../core/logger.ts';
import type { Logger } from '../../core/logger.ts';
import { optimizeWasm } from '../../store/optimize-wasm.ts';

type Runtime = typeof import('@vscode/tree-sitter-wasm');

/** Our language names to the grammar files that ship; C is read by the C++ grammar. */
const grammarFiles: Readonly<Record<string, string>> = {
  python: 'python',
  typescript: 'typescript',
  tsx: 'tsx',
  javascript: 'javascript',
  jsx: 'javascript',
  go: 'go',
  rust: 'rust',
  java: 'java',
  csharp: 'c-sharp',
  cpp: 'cpp',
  c: 'cpp',
  ruby: 'ruby',
  php: 'php',
  bash: 'bash',
  shell: 'bash',
};

/** Longest text that is parsed, in UTF-16 units. Above it the caller falls back to line windows. */
const maximumCharacters = 2_000_000;
/** Longest time one parse may take, in milliseconds; real files of a megabyte need under two seconds. */
const maximumParseMilliseconds = 5_000;

export interface SyntaxGrammarsOptions {
  /** Folder with `tree-sitter.wasm` and the grammars; by default that of the installed package. */
  directory?: string;
  maximumCharacters?: number;
  maximumParseMilliseconds?: number;
  logger?: Logger;
}

/** Says whether a language has a grammar at all. */
function hasGrammar(language: string): boolean {
  return Object.hasOwn(grammarFiles, language);
}

/**
 * Parses source text with tree-sitter. The runtime and each grammar load once, on first use. Whoever gets a tree calls
 * `tree.delete()`: trees live in wasm memory, which nobody collects.
 */
export class SyntaxGrammars {
  readonly #options: SyntaxGrammarsOptions;
  readonly #logger: Logger;
  readonly #parsers = new Map<string, Promise<Parser | null>>();
  #runtime: Promise<{ runtime: Runtime; directory: string }> | null = null;

  constructor(options: SyntaxGrammarsOptions = {}) {
    this.#options = options;
    this.#logger = options.logger ?? silentLogger;
  }

  /** A tree that the caller must delete, or null: no grammar, text too large, or parsing took too long. */
  async parse(language: string, text: string): Promise<Tree | null> {
    if (!hasGrammar(language)) return null;
    if (text.length > (this.#options.maximumCharacters ?? maximumCharacters)) return null;
    const parser = await this.#parserFor(language);
    if (parser === null) return null;
    const deadline = performance.now() + (this.#options.maximumParseMilliseconds ?? maximumParseMilliseconds);
    try {
      const tree = parser.parse(text, null, { progressCallback: () => performance.now() > deadline });
      if (tree === null) {
        // Otherwise the next parse would resume this one.
        parser.reset();
        this.#logger.warn('Parsing took too long; the file is cut into line windows.', { language, characters: text.length });
      }
      return tree;
    } catch (error) {
      // After a trap in wasm (out of memory) a parser may be left half-way: later files get new ones.
      this.#forget();
      this.#logger.warn('Parsing failed; the file is cut into line windows.', {
        language,
        characters: text.length,
        error: String(error),
      });
      return null;
    }
  }

  /** Parses, hands the tree to `use`, and deletes it whatever happens. */
  async withTree<Result>(language: string, text: string, use: (tree: Tree | null) => Result | Promise<Result>): Promise<Result> {
    const tree = await this.parse(language, text);
    try {
      return await use(tree);
    } finally {
      tree?.delete();
    }
  }

  /** Frees the parsers. */
  async close(): Promise<void> {
    const parsers = await Promise.all(this.#parsers.values());
    this.#forget();
    for (const parser of parsers) parser?.delete();
  }

  #forget(): void {
    this.#parsers.clear();
  }

  #parserFor(language: string): Promise<Parser | null> {
    const grammar = grammarFiles[language] ?? language;
    let parser = this.#parsers.get(grammar);
    if (parser === undefined) {
      parser = this.#load(grammar).catch((error: unknown) => {
        this.#logger.warn('A grammar does not load; its files are cut into line windows.', { grammar, error: String(error) });
        return null;
      });
      this.#parsers.set(grammar, parser);
    }
    return parser;
  }

  async #load(grammar: string): Promise<Parser> {
    this.#runtime ??= loadRuntime(this.#options.directory);
    const { runtime, directory } = await this.#runtime;
    const file = path.join(directory, `tree-sitter-${grammar}.wasm`);
    optimizeWasm(false);
    const language: Language = await runtime.Language.load(file);
    return new runtime.Parser().setLanguage(language);
  }
}

async function loadRuntime(given: string | undefined): Promise<{ runtime: Runtime; directory: string }> {
  const require = createRequire(import.meta.url);
  const script = given === undefined ? require.resolve('@vscode/tree-sitter-wasm') : path.join(given, 'tree-sitter.js');
  try {
    const runtime = require(script) as Runtime;
    await runtime.Parser.init();
    return { runtime, directory: path.dirname(script) };
  } catch (error) {
    throw new HubError('internal', 'The syntax parser does not load; reinstall the program.', { script }, error);
  }
}

let shared: SyntaxGrammars | null = null;

/** Parses with this process's shared grammars; the caller deletes the tree. */
export async function parse(language: string, text: string): Promise<Tree | null> {
  shared ??= new SyntaxGrammars();
  return shared.parse(language, text);
}
