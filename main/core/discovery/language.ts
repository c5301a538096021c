/** Language of each file-name extension, lower case. */
const byExtension: Record<string, string> = {
  py: 'python', pyi: 'python', pyw: 'python',
  ts: 'typescript', mts: 'typescript', cts: 'typescript', tsx: 'tsx',
  js: 'javascript', mjs: 'javascript', cjs: 'javascript', jsx: 'javascript',
  go: 'go', rs: 'rust', java: 'java', cs: 'csharp', c: 'c',
  h: 'cpp', // a header is C as often as C++; the C++ grammar reads both
  cc: 'cpp', cpp: 'cpp', cxx: 'cpp', 'c++': 'cpp', hh: 'cpp', hpp: 'cpp', hxx: 'cpp', ipp: 'cpp', inl: 'cpp',
  rb: 'ruby', rake: 'ruby', gemspec: 'ruby', php: 'php', swift: 'swift', kt: 'kotlin', kts: 'kotlin', scala: 'scala',
  m: 'objective-c', mm: 'objective-c', dart: 'dart', lua: 'lua', r: 'r', jl: 'julia', ex: 'elixir', exs: 'elixir', erl: 'erlang',
  hs: 'haskell', ml: 'ocaml', mli: 'ocaml', clj: 'clojure', cljs: 'clojure', groovy: 'groovy', gradle: 'groovy', pl: 'perl', pm: 'perl',
  zig: 'zig', nim: 'nim', vue: 'vue', svelte: 'svelte', astro: 'astro',
  sh: 'shell', bash: 'shell', zsh: 'shell', fish: 'shell', ksh: 'shell', ps1: 'powershell', psm1: 'powershell', bat: 'batch', cmd: 'batch',
  md: 'markdown', markdown: 'markdown', mdown: 'markdown', mkd: 'markdown', mdx: 'mdx', rst: 'rst', adoc: 'asciidoc', asciidoc: 'asciidoc',
  txt: 'text', text: 'text',
  json: 'json', jsonc: 'json', json5: 'json', webmanifest: 'json', yaml: 'yaml', yml: 'yaml', toml: 'toml', ini: 'ini', cfg: 'ini', conf: 'ini', properties: 'ini',
  xml: 'xml', plist: 'xml', xsd: 'xml', csproj: 'xml', html: 'html', htm: 'html', xhtml: 'html',
  css: 'css', scss: 'css', sass: 'css', less: 'css', sql: 'sql', graphql: 'graphql', gql: 'graphql', proto: 'protobuf',
  tf: 'terraform', hcl: 'terraform', nix: 'nix', cmake: 'cmake', mk: 'makefile', dockerfile: 'dockerfile',
  jinja: 'jinja', jinja2: 'jinja', j2: 'jinja',
}; // prettier-ignore

/** Language of whole file names, lower case. */
const byName: Record<string, string> = {
  dockerfile: 'dockerfile', containerfile: 'dockerfile', makefile: 'makefile', gnumakefile: 'makefile', justfile: 'makefile',
  'cmakelists.txt': 'cmake', gemfile: 'ruby', rakefile: 'ruby', podfile: 'ruby', fastfile: 'ruby', jenkinsfile: 'groovy', vagrantfile: 'ruby',
  gradlew: 'shell', '.bashrc': 'shell', '.zshrc': 'shell', '.profile': 'shell', '.envrc': 'shell',
  'go.mod': 'text', '.editorconfig': 'ini', '.npmrc': 'ini', '.gitconfig': 'ini', '.prettierrc': 'json', '.eslintrc': 'json', '.babelrc': 'json',
}; // prettier-ignore

/** Interpreter names in a `#!` line. */
const byInterpreter: [RegExp, string][] = [
  [/^python[0-9.]*$/, 'python'],
  [/^(node|nodejs|bun)$/, 'javascript'],
  [/^(deno|tsx|ts-node)$/, 'typescript'],
  [/^(ba|z|k|da|a|fi)?sh$/, 'shell'],
  [/^ruby[0-9.]*$/, 'ruby'],
  [/^php[0-9.]*$/, 'php'],
  [/^perl[0-9.]*$/, 'perl'],
  [/^lua[0-9.]*$/, 'lua'],
  [/^Rscript$/, 'r'],
];

function interpreterOf(firstLine: string): string | null {
  if (!firstLine.startsWith('#!')) return null;
  const words = firstLine.slice(2, 200).trim().split(/\s+/);
  const program = (word: string | undefined): string => (word ?? '').slice((word ?? '').lastIndexOf('/') + 1);
  let name = program(words[0]);
  // `env -S uv run --script` and the like: the first word after env that is neither an option nor an assignment.
  if (name === 'env') name = program(words.slice(1).find((word) => !word.startsWith('-') && !word.includes('=')));
  if (name === 'uv') return 'python';
  return byInterpreter.find(([pattern]) => pattern.test(name))?.[1] ?? null;
}

/** Extension without the dot, lower case; '' where there is none. A leading dot makes no extension. */
export function extensionOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot > 0 ? name.slice(dot + 1).toLowerCase() : '';
}

/** Last part of a path. */
export function baseNameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Language of a file by its name, else by its first line, else `text`. */
export function languageOf(path: string, firstLine?: string): string {
  const name = baseNameOf(path).toLowerCase();
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined;
  if (named) return named;
  if (name.startsWith('dockerfile.') || name.endsWith('.dockerfile')) return 'dockerfile';
  if (/^readme([._-]|$)/.test(name) && !/\.(mdx|rst|txt|adoc|html?)$/.test(name)) {
    const extension = extensionOf(name);
    if (!Object.hasOwn(byExtension, extension)) return 'markdown';
  }
  const extension = extensionOf(name);
  if (Object.hasOwn(byExtension, extension)) return byExtension[extension]!;
  return (firstLine === undefined ? null : interpreterOf(firstLine)) ?? 'text';
}

/** Languages that are prose: what the document chunker reads. */
const documentLanguages: ReadonlySet<string> = new Set(['markdown', 'mdx', 'rst', 'asciidoc', 'text']);

/** Names that end in .txt and are no prose. */
const machineText =
  /^(requirements|constraints|.*-requirements|requirements[-_.].*|robots|manifest|cmakelists|top_level|sources|entry_points)\.txt$/i;

/** Whether the file is a document: Markdown, MDX, reStructuredText, AsciiDoc, or prose in a .txt file. */
export function isDocument(path: string): boolean {
  const language = languageOf(path);
  if (!documentLanguages.has(language)) return false;
  if (language !== 'text') return true;
  const name = baseNameOf(path);
  if (/^(licen[cs]e|copying|notice|authors|contributors|changelog|changes|history|news|security|code_of_conduct)$/i.test(name))
    return true;
  return /^te?xt$/.test(extensionOf(path)) && !machineText.test(name);
}
