import { sourceKinds, type ContentType, type SkipReason, type SourceKind } from '../contract/vocabulary.ts';

export { sourceKinds, type SkipReason, type SourceKind };

/** `glob` is matched against the path relative to the root (gitignore syntax); the first rule that matches decides. `skip` leaves a file out. */
export interface RoleRule {
  glob: string;
  role: ContentType | 'skip';
}

/** What the user asked to index. Stored as given; never holds credentials (they are stripped from URLs). */
export interface SourceSpecification {
  /** Unique, chosen by the user or derived from the location: letters, digits, `.`, `_`, `-`. */
  name: string;
  kind: SourceKind;
  /** Absolute folder, git URL, http(s) URL or absolute file. */
  location: string;
  /** Branch, tag or commit; git only. */
  ref?: string;
  /** The user's own rules, tried before the built-in ones. */
  rules?: RoleRule[];
  /** Address of the documentation site whose pages these files are, without trailing slash. */
  siteUrl?: string;
}

export interface SkippedFile {
  path: string;
  reason: SkipReason;
  /** One line for people, e.g. `1.4 MB, the limit is 1 MB`. */
  detail?: string;
}

export interface FailedFile {
  path: string;
  reason: string;
}

/** A file that is to be indexed. `version` changes whenever the content may have changed; equal version means equal content. */
export interface DiscoveredFile {
  path: string;
  role: ContentType;
  language: string;
  sizeBytes: number;
  /** git blob id, or size and times of a file on disk. A cheap first check; the content hash decides. */
  version: string;
  /** Address of the page on its site: pages of a dump, and documents of a source with a `siteUrl`. */
  pageUrl?: string;
  /** Line of the dump at which this page's text begins, 1-based; pages of a dump only. */
  firstLine?: number;
}

/** What a source is right now, before any file's content is read. */
export interface SourceSnapshot {
  /** Commit id, ETag or content hash of a dump; null for a plain folder. Equal non-null revision with `exact` means nothing changed at all. */
  revision: string | null;
  /** True where an equal revision proves equal files (git objects, dumps); false for a working folder. */
  exact: boolean;
  /** `owner/name` where a remote says so, else the folder's name. */
  repo: string;
  /** Page on the host for this commit, with {path}, {start} and {end} to fill in; null where no host is known. */
  permalink: string | null;
  /** What the user should know, e.g. that the remote was out of reach and this is the state of the last fetch. */
  notice?: string;
  files: DiscoveredFile[];
  skipped: SkippedFile[];
  failed: FailedFile[];
}

/** One opened source: snapshot first, then content file by file. */
export interface OpenedSource extends AsyncDisposable {
  snapshot(signal?: AbortSignal): Promise<SourceSnapshot>;
  /** Bytes of one discovered file; throws HubError `source-unreachable` or `source-invalid` with the reason. Safe to call several times at once. */
  read(path: string, signal?: AbortSignal): Promise<Uint8Array>;
}
