import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chainTo, reachable, readImportGraph, type ImportEdge } from '../helpers/import-graph.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const graph = readImportGraph(root, ['renderer', 'preload', 'main']);
const entries = ['renderer/app/main.ts', 'preload/index.ts'];
const ours = [...graph.files].filter(([path]) => !path.startsWith('main/'));

/** The only file that names the screens, each behind a dynamic import. */
const screenTable = 'renderer/app/screens.tsx';

interface Part {
  /** First match of a file's path decides; its first group names the feature. */
  path: RegExp;
  files: RegExp;
}

/** What a part of the window may import; renderer/README.md says it in words. Packages are any: the built files tell whether one is of Node. */
const parts: readonly Part[] = [
  { path: /^preload\//, files: /^(main\/(contract\/|shell\/bridge-channels\.ts$)|renderer\/rpc-client\/desktop-bridge\.ts$)/ },
  { path: /^renderer\/ui\//, files: /^(renderer\/ui|main\/contract)\// },
  { path: /^renderer\/router\//, files: /^(renderer\/router|main\/contract)\// },
  { path: /^renderer\/state\//, files: /^(renderer\/(state|ui)|main\/contract)\// },
  { path: /^renderer\/rpc-client\//, files: /^(renderer\/(rpc-client|ui)|main\/(contract|rpc))\// },
  { path: /^renderer\/commands\//, files: /^(renderer\/(commands|ui)|main\/contract)\// },
  { path: /^renderer\/parts\//, files: /^(renderer\/(parts|commands|router|rpc-client|state|ui|styles)|main\/(contract|rpc))\// },
  {
    path: /^renderer\/features\//,
    files: /^(renderer\/(features|parts|commands|router|rpc-client|state|ui|styles)|main\/(contract|rpc))\//,
  },
  {
    path: /^renderer\/app\//,
    files: /^(renderer\/(app|parts|commands|router|rpc-client|state|ui|styles)|main\/(contract|rpc))\//,
  },
];

const featureOf = (path: string): string | null => /^renderer\/features\/([^/]+)\//.exec(path)?.[1] ?? null;

function isAllowed(edge: ImportEdge): boolean {
  if (edge.kind === 'node') return false;
  if (edge.kind === 'package') return edge.to !== 'electron' || edge.from === 'preload/index.ts';
  if (edge.from === screenTable && featureOf(edge.to) !== null) return true;
  const part = parts.find(({ path }) => path.test(edge.from));
  if (part === undefined || !part.files.test(edge.to)) return false;
  return featureOf(edge.from) === null || featureOf(edge.to) === null || featureOf(edge.from) === featureOf(edge.to);
}

describe('the window', () => {
  it('has parts that import only what they may: no feature another one, primitives nothing of the service', () => {
    const breaches = ours.flatMap(([path, { imports }]) =>
      imports.filter((edge) => !isAllowed(edge)).map((edge) => [...chainTo(graph, entries, path), edge.to].join(' → ')),
    );
    expect(breaches).toEqual([]);
  });

  it('shares with the service only files that run in a page, and no schema: making those takes a tenth of a start', () => {
    const running = readImportGraph(root, ['renderer', 'preload', 'main'], { withTypes: false });
    const shared = [...reachable(running, entries)].filter((path) => path.startsWith('main/'));
    expect(shared.length).toBeGreaterThan(10);
    const breaches = shared.flatMap((path) =>
      running.files
        .get(path)!
        .imports.filter(({ kind }) => kind !== 'file')
        .map(({ to }) => [...chainTo(running, entries, path), to].join(' → ')),
    );
    expect(breaches).toEqual([]);
  });

  it('imports only files that exist', () => {
    const missing = ours.flatMap(([, { imports }]) =>
      imports.filter(({ kind, to }) => kind === 'file' && !existsSync(join(root, to))).map(({ from, to }) => `${from} → ${to}`),
    );
    expect(missing).toEqual([]);
  });

  it('has no file that nothing shows', () => {
    const used = reachable(graph, entries);
    expect(ours.map(([path]) => path).filter((path) => !used.has(path) && !path.endsWith('.d.ts'))).toEqual([]);
  });

  it('has small files: none over 600 lines, half of them under 130', () => {
    const sizes = ours.map(([path, { lines }]) => ({ path, lines })).toSorted((a, b) => a.lines - b.lines);
    expect(sizes.filter(({ lines }) => lines > 600)).toEqual([]);
    expect(sizes[Math.floor(sizes.length / 2)]!.lines).toBeLessThanOrEqual(130);
  });

  it('writes nothing to the console and exports nothing by default', () => {
    for (const [path, { text }] of ours) {
      expect(text, path).not.toMatch(/\bconsole\.(log|info|warn|error|debug)\(/);
      expect(text, path).not.toMatch(/^export default /m);
    }
  });
});
