/** The closed vocabularies that the domain, the store, the window and agents share. */

export const contentTypes = ['doc', 'code', 'source', 'readme'] as const;
export type ContentType = (typeof contentTypes)[number];

export const chunkTypes = [
  'section', // of a document or README, under one heading
  'window', // a run of lines of a file that has no finer structure
  'module', // overview of a source file
  'class', // overview of a class
  'method', // whole body
  'function', // whole body
  'type', // type definition: alias, enum, interface
] as const;
export type ChunkType = (typeof chunkTypes)[number];

export const domains = ['backend', 'frontend', 'config', 'infra'] as const;
export type Domain = (typeof domains)[number];

export const sourceKinds = ['folder', 'git', 'llms', 'docs'] as const;
/** folder: any folder; git: a repository read through git objects; llms: an llms-full.txt dump; docs: a folder of Markdown/MDX only. */
export type SourceKind = (typeof sourceKinds)[number];

/** Why a file was not indexed. Closed, so that screens can group by it. */
export const skipReasons = [
  'ignored', // by .gitignore
  'rule', // by a rule of the user's or the preset's
  'lock-file',
  'minified',
  'generated',
  'binary',
  'too-large',
  'secret',
  'symlink', // leads out of the root, or is one at all in a git tree
  'not-text', // no known text kind
  'vendored', // installed packages, virtual environments, build output
  'duplicate-dump', // llms.txt beside the pages it repeats
  'empty',
] as const;
export type SkipReason = (typeof skipReasons)[number];

/** `model`: the embedding model is being fetched, once per machine. */
export const indexPhases = ['discover', 'chunk', 'model', 'embed', 'vectors'] as const;
export type IndexPhase = (typeof indexPhases)[number];

export const sourceStates = ['new', 'partial', 'complete', 'failed'] as const;
export type SourceState = (typeof sourceStates)[number];

export const editors = ['vscode', 'cursor', 'zed', 'jetbrains', 'system'] as const;
export type Editor = (typeof editors)[number];

/** fell-back: an agent helped itself after an answer, as a transcript of its session shows. */
export const attentionKinds = ['zero-hits', 'low-confidence', 'not-helpful', 'fell-back'] as const;
export type AttentionKind = (typeof attentionKinds)[number];
