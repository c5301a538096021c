export type LookupKind = 'read' | 'search' | 'list' | 'docs-command' | 'registry' | 'web';

/** Something that the agent looked up by itself. */
export interface Lookup {
  kind: LookupKind;
  /** It looks into a dependency, or into documentation of one. */
  dependency: boolean;
  /** Files and folders, as written. */
  paths: string[];
  /** What was searched for: patterns, names, addresses. */
  patterns: string[];
}
