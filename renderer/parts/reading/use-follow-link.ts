import { useCallback, useEffect, useRef } from 'react';
import type { FileView } from '../../../main/contract/reading.ts';
import { asHubError } from '../../../main/contract/errors.ts';
import { useHub } from '../../rpc-client/hub-client.ts';
import { showToast } from '../../ui/toast.tsx';
import { headingSlug } from './heading-slug.ts';
import type { LinkTarget } from './link-target.ts';

/** Follows a link of a page within the corpus: the first of the paths that it can mean and that is indexed is opened. */
export function useFollowLink(
  file: FileView,
  onOpenChunk: (chunkId: string) => void,
  scrollToLine: (line: number) => void,
): (target: LinkTarget) => void {
  const hub = useHub();
  const follow = async (target: LinkTarget): Promise<void> => {
    if (target.kind === 'heading') {
      const line = lineOfHeading(file, target.slug);
      if (line !== null) scrollToLine(line);
      return;
    }
    if (target.kind !== 'page') return;
    for (const path of target.paths) {
      const found = await hub.call('read.file', { source: file.source, path }).catch((thrown: unknown) => {
        if (asHubError(thrown).code === 'not-found') return null;
        showToast({ tone: 'danger', title: 'The link cannot be followed', description: asHubError(thrown).message });
        return undefined;
      });
      if (found === undefined) return;
      if (found === null) continue;
      const line = target.slug === null ? 1 : (lineOfHeading(found, target.slug) ?? 1);
      const chunk = found.chunks.find(({ lines }) => lines.start <= line && lines.end >= line) ?? found.chunks[0];
      if (chunk === undefined) break;
      onOpenChunk(chunk.chunkId);
      return;
    }
    showToast({
      title: 'That page is not indexed',
      description: `${target.paths[0]} is not among the pages of “${file.source}”.`,
    });
  };
  // The same function as long as the page is shown: links of a long page are not rendered again while it is scrolled.
  const newest = useRef(follow);
  useEffect(() => {
    newest.current = follow;
  });
  return useCallback((target: LinkTarget) => void newest.current(target), []);
}

function lineOfHeading(file: FileView, slug: string): number | null {
  const wanted = slug.toLowerCase();
  return file.outline.find(({ text }) => headingSlug(text) === wanted)?.line ?? null;
}
