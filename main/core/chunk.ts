/**
 * The chunk: the unit that is stored, embedded, ranked and cited. Chunkers make `ChunkDraft`s from one file's text; the
 * indexing service gives them identity (`identity.ts`), passages for the model (`passages.ts`) and search fields (`search-fields.ts`).
 */

import { contentTypes, type ChunkType, type ContentType, type Domain } from '../contract/vocabulary.ts';

export { contentTypes, type ChunkType, type ContentType };

/** A capability of an example project, with how sure we are (0–1) and what it was inferred from. */
export interface CapabilityTag {
  name: string;
  confidence: number;
  from: 'folder' | 'readme' | 'import' | 'file';
}

/** That something is deprecated, as far as the text itself says so. */
export interface Deprecation {
  note: string;
  since?: string;
  replacement?: string;
  /** The parameters or fields it concerns; absent when the whole thing is deprecated. */
  part?: string;
}

/** Kind-specific facts. Lists stay lists; an absent key means "does not apply", an empty list means "looked, none there". */
export interface ChunkMetadata {
  // source (and code where the grammar gives it)
  modulePath?: string; // dotted: pipecat.transports.daily.transport
  className?: string; // qualified within the module: Outer.Inner
  methodName?: string;
  signature?: string; // one line: def send_dtmf(self, settings) -> None
  baseClasses?: string[]; // source text, generics kept: FrameProcessor, Base[Foo, Bar]
  decorators?: string[]; // without the @
  fields?: string[]; // `name: type = default` of class bodies
  methods?: string[]; // method index of a class overview
  isDataclass?: boolean;
  isAbstract?: boolean;
  isAsync?: boolean;
  yields?: string[]; // class names from `yield FrameType(...)`
  calls?: string[]; // self.method -> `method`, ClassName.method and super().method as written without the arguments
  imports?: string[]; // of the module: dotted names, relative ones resolved against modulePath
  docstring?: string;
  deprecated?: Deprecation;
  // code (examples)
  exampleRoot?: string; // folder of the example this file belongs to, relative to the source's root; '' = the root
  tags?: CapabilityTag[];
  executionMode?: string; // local | cloud | telephony | web | mobile | unknown
  domain?: Domain;
  keyFiles?: string[];
  summary?: string;
  versionPin?: string; // e.g. pipecat-ai==0.0.98 as the example's manifest says
  // doc
  pageUrl?: string; // address of the page on its site, where known
}

export interface ChunkDraft {
  contentType: ContentType;
  chunkType: ChunkType;
  /** The text that is shown and searched. Never blank, never a bare heading. */
  content: string;
  /** 1-based, inclusive, in the file as it is on disk (lines end at \n; a \r before it belongs to the line). */
  startLine: number;
  endLine: number;
  language: string;
  /** Page title for documents, file name for code. */
  title: string;
  /** Headings above and including this section's, outermost first; empty for code. */
  headingTrail: string[];
  /** Qualified name inside the file (`DailyTransport.send_dtmf`), null where there is none. */
  symbol: string | null;
  metadata: ChunkMetadata;
}

/** One file's text, as a chunker gets it. */
export interface FileText {
  /** Relative to the source's root, `/` separators. */
  path: string;
  text: string;
  language: string;
}

/** Counts the model's tokens without the two special ones; additive over pieces split at white space. */
export interface TokenCounter {
  count(text: string): number;
}
