import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { chainTo, projectFiles, reachable, readImportGraph, type ImportEdge } from './helpers/import-graph.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const graph = readImportGraph(root, ['main']);
/** What is started rather than imported, and what the window alone imports; threads and child processes are found through `workerFile`. */
const entries = ['main/cli.ts', 'main/start.ts', 'main/service-process.ts', 'main/index.ts', 'main/rpc/reconnecting-client.ts'];

interface Layer {
  /** First match of a file's path decides. */
  path: RegExp;
  name: string;
  files: RegExp;
  packages: (name: string) => boolean;
  node: boolean;
}

const among =
  (...names: string[]) =>
  (name: string) =>
    names.includes(name);
const allBut =
  (...names: string[]) =>
  (name: string) =>
    !names.includes(name);

/** What may import what; ARCHITECTURE.md says it in words, .oxlintrc.json while one types. */
const layers: Layer[] = [
  { name: 'contract', path: /^main\/contract\//, files: /^main\/contract\//, packages: among('zod'), node: false },
  {
    name: 'core',
    path: /^main\/core\//,
    files: /^main\/(core|contract)\//,
    packages: among('@noble/hashes', '@vscode/tree-sitter-wasm', 'stemmer', 'umap-js', 'yaml'),
    node: false,
  },
  {
    name: 'store',
    path: /^main\/store\//,
    files: /^main\/(store|core|contract)\//,
    packages: among('better-sqlite3', 'chromadb', 'zod'),
    node: true,
  },
  {
    name: 'services',
    path: /^main\/services\//,
    files: /^main\/((services|store|core|contract|rpc)\/|config\.ts$)/,
    packages: allBut('electron', 'better-sqlite3', 'chromadb', 'commander'),
    node: true,
  },
  {
    name: 'rpc',
    path: /^main\/rpc\//,
    files: /^main\/(rpc|contract)\//,
    packages: among('zod', 'ws'),
    node: true,
  },
  {
    name: 'config',
    path: /^main\/config\.ts$/,
    files: /^main\/(contract\/|core\/|services\/runtime\/)/,
    packages: among('zod'),
    node: true,
  },
  {
    name: 'desktop shell',
    path: /^main\/(index\.ts|shell\/[\w-]+\.electron\.ts)$/,
    files: /^main\/(shell|host|rpc|core|contract|services\/runtime)\//,
    packages: among('electron'),
    node: true,
  },
  {
    name: 'policies of the hosts',
    path: /^main\/(shell|host)\//,
    files: /^main\/(shell|host|rpc|core|contract)\//,
    packages: among('ws', 'zod'),
    node: true,
  },
  {
    name: 'bridge of agents',
    path: /^main\/(bridge\/|mcp-bridge\.ts$)/,
    files: /^main\/(bridge\/|core\/mcp-address\.ts$|services\/runtime\/data-directory\.ts$)/,
    packages: () => false,
    node: true,
  },
  {
    name: 'command line',
    path: /^main\/(cli\/|[a-z-]+\.ts$)/,
    files: /^main\//,
    packages: allBut('electron', 'better-sqlite3', 'chromadb'),
    node: true,
  },
];

function allowed(layer: Layer, edge: ImportEdge): boolean {
  if (edge.kind === 'node') return layer.node;
  return edge.kind === 'package' ? layer.packages(edge.to) : layer.files.test(edge.to);
}

describe('modules', () => {
  it('import only what their layer may', () => {
    const breaches: string[] = [];
    for (const [path, { imports }] of graph.files) {
      const layer = layers.find((each) => each.path.test(path));
      if (layer === undefined) breaches.push(`${path} is in no layer`);
      else
        for (const edge of imports)
          if (!allowed(layer, edge)) breaches.push(`${layer.name}: ${[...chainTo(graph, entries, path), edge.to].join(' → ')}`);
    }
    expect(breaches).toEqual([]);
  });

  it('import only files that exist', () => {
    const missing = [...graph.files.values()].flatMap(({ imports }) =>
      imports.filter((edge) => edge.kind === 'file' && !graph.files.has(edge.to)).map((edge) => `${edge.from} → ${edge.to}`),
    );
    expect(missing).toEqual([]);
  });

  it('are all reached from the program', () => {
    const used = reachable(graph, entries);
    expect([...graph.files.keys()].filter((path) => !used.has(path))).toEqual([]);
  });

  it('are small: none over 600 lines, half of them under 130', () => {
    const sizes = [...graph.files].map(([path, { lines }]) => ({ path, lines })).toSorted((a, b) => a.lines - b.lines);
    expect(sizes.filter(({ lines }) => lines > 600)).toEqual([]);
    expect(sizes[Math.floor(sizes.length / 2)]!.lines).toBeLessThanOrEqual(130);
  });

  it('write nothing to the console and export nothing by default', () => {
    for (const [path, { text }] of graph.files) {
      expect(text, path).not.toMatch(/\bconsole\.(log|info|warn|error|debug)\(/);
      expect(text, path).not.toMatch(/^export default /m);
    }
  });
});

describe('the project', () => {
  it('says of every direct dependency why it is there', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
    const folder = join(root, 'docs', 'decisions');
    const decisions = readdirSync(folder)
      .map((name) => readFileSync(join(folder, name), 'utf8'))
      .join('\n');
    const names = Object.keys({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    const explained = new Set(
      [...decisions.matchAll(/^- `([^`]+)`(?:, `([^`]+)`)*: ./gm)].flatMap(([line]) =>
        [...line.matchAll(/`([^`]+)`/g)].map((match) => match[1]),
      ),
    );
    expect(names.filter((name) => !explained.has(name))).toEqual([]);
  });

  it('pins every direct dependency exactly', () => {
    const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>;
    const versions = Object.entries({ ...manifest['dependencies'], ...manifest['devDependencies'] });
    expect(versions.filter(([, version]) => !/^(npm:(@[\w-]+\/)?[\w-]+@)?\d+\.\d+\.\d+$/.test(version))).toEqual([]);
  });

  it('names no folder of one machine and no package registry', () => {
    const skipped = new Set(['node_modules', '.git', '.cache', 'out', 'coverage', 'test/fixtures', 'test/golden']);
    // Addresses that tests make up and the ones that every Unix has are no machine's own.
    const machine = /(?<![\w.$}-])\/(?:work|root|home|Users|mnt|workspace)\/[\w.-]+|\b[A-Z]:\\Users\\\w+/g;
    const registry =
      /\b(?:registry\.(?:npmjs\.org|yarnpkg\.com)|(?:files\.)?pythonhosted\.org|pypi\.org\/simple|repo\d?\.maven\.(?:org|apache\.org)|proxy\.golang\.org|index\.crates\.io|deb\.debian\.org)/g;
    /** A secret that a test hides is written as npm writes it. */
    const exceptions = new Set(['test/core/discovery/content-skip.test.ts', 'test/architecture.test.ts']);
    const found: string[] = [];
    for (const path of projectFiles(root, skipped)) {
      if (exceptions.has(path)) continue;
      const text = readFileSync(join(root, path), 'utf8');
      for (const [match] of [...text.matchAll(machine), ...text.matchAll(registry)]) found.push(`${path}: ${match}`);
      if (path === 'package-lock.json') expect(text).not.toContain('"resolved"');
    }
    expect(found).toEqual([]);
  });
});
