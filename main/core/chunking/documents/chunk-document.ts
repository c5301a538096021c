import type { ChunkDraft, ChunkMetadata, FileText, TokenCounter } from '../../chunk.ts';
import { titleCharacters } from './limits.ts';
import { measureWith } from './measure.ts';
import { readPage } from './page.ts';
import { pageUrlOf } from './page-url.ts';
import { groupSections, splitSections } from './sections.ts';
import { windowsOf } from './windows.ts';

export interface DocumentOptions {
  contentType: 'doc' | 'readme';
  counter: TokenCounter;
  /** Address of the site that the file is a page of, without trailing slash. */
  siteUrl?: string;
  /** Path of the page within the site, where it is not the file's path. */
  sitePath?: string;
}

/**
 * Chunks of a Markdown, MDX, reStructuredText or plain text file, one or more per section: at most 512 tokens each, apart from
 * a fence kept whole (up to 2,048). Any text gives chunks or none, never an error.
 */
export function chunkDocument(file: FileText, options: DocumentOptions): ChunkDraft[] {
  const measure = measureWith(options.counter);
  const page = readPage(file.text, file.path);
  const title = (page.title ?? file.path.slice(file.path.lastIndexOf('/') + 1)).slice(0, titleCharacters);
  const url = pageUrlOf(options.siteUrl, options.sitePath ?? file.path, page.url);
  const metadata: ChunkMetadata = url === null ? {} : { pageUrl: url };
  const chunks: ChunkDraft[] = [];
  for (const group of groupSections(splitSections(page.blocks, measure))) {
    for (const window of windowsOf(group, measure)) {
      chunks.push({
        contentType: options.contentType,
        chunkType: 'section',
        content: window.content,
        startLine: window.first,
        endLine: window.last,
        language: file.language,
        title,
        headingTrail: window.trail,
        symbol: null,
        metadata: { ...metadata },
      });
    }
  }
  return chunks;
}

/** Chunks of a README: as any document. */
export function chunkReadme(file: FileText, options: Omit<DocumentOptions, 'contentType'>): ChunkDraft[] {
  return chunkDocument(file, { ...options, contentType: 'readme' });
}
