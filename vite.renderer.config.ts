import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

type Bundle = Rolldown.OutputBundle;

const folder = fileURLToPath(new URL('renderer', import.meta.url));
/** What draws the window; the page's own script is small, runs first and imports it. */
const windowModule = `${folder}/app/window.tsx`;

/**
 * The window's bundle in `out/renderer`, clean under the strict content policy: no inline scripts or styles, no data: modules.
 * `npm run dev` builds it again at every change; `electron.vite.config.ts` takes it as its renderer section.
 */
export default defineConfig({
  root: folder,
  // Relative, so that both hosts may serve it from where they like.
  base: './',
  plugins: [react(), windowPage()],
  build: {
    outDir: fileURLToPath(new URL('out/renderer', import.meta.url)),
    emptyOutDir: true,
    minify: true,
    // Electron's Chromium, and browsers of the last two years: `light-dark()` and nesting stay as they are.
    target: ['chrome130', 'firefox130', 'safari18'],
    cssTarget: ['chrome130', 'firefox130', 'safari18'],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    sourcemap: false,
    reportCompressedSize: false,
    // What is loaded first is held to its compressed size by `npm run size`. Unit: kB before compression.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      input: `${folder}/index.html`,
      output: {
        codeSplitting: {
          groups: [
            // What runs first, and what the first screen needs, are one file each: a dozen small ones cost the browser more than their bytes.
            { name: 'start', tags: ['$initial'], priority: 1 },
            { name: 'window', test: (id) => id === windowModule },
          ],
        },
      },
    },
  },
});

/** Has the page load the window's code beside its first script instead of after it, and say which files it may fetch at leisure. */
function windowPage(): Plugin {
  return {
    name: 'window-page',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        if (bundle === undefined) return [];
        const all = Object.values(bundle).filter((file) => file.type === 'chunk');
        const drawing = all.find((chunk) => chunk.moduleIds.includes(windowModule));
        if (drawing === undefined) throw new Error(`${windowModule} is in no file of the window’s bundle.`);
        const first = withImports(bundle, [drawing]);
        const added = [...first].filter((chunk) => !chunk.isEntry);
        const later = new Set<string>();
        for (const chunk of laterChunks(bundle, first)) for (const name of [chunk.fileName, ...stylesOf(chunk)]) later.add(name);
        return [
          ...added.map((chunk) => ({
            tag: 'link',
            attrs: { rel: 'modulepreload', crossorigin: true, href: `./${chunk.fileName}` },
            injectTo: 'head' as const,
          })),
          ...added.flatMap(stylesOf).map((href) => ({
            tag: 'link',
            attrs: { rel: 'stylesheet', crossorigin: true, href: `./${href}` },
            injectTo: 'head' as const,
          })),
          {
            tag: 'meta',
            attrs: { name: 'later', content: [...later].map((name) => `./${name}`).join(' ') },
            injectTo: 'head' as const,
          },
        ];
      },
    },
  };
}

/** The chunks, and all that they import at once. */
function withImports(bundle: Bundle, chunks: Iterable<Rolldown.OutputChunk>): Set<Rolldown.OutputChunk> {
  const found = new Set(chunks);
  for (const chunk of found) for (const name of chunk.imports) add(bundle, name, found);
  return found;
}

/** What the window imports later, screens above all; not the languages of code, of which there are many and each can be missed. */
function laterChunks(bundle: Bundle, first: ReadonlySet<Rolldown.OutputChunk>): Rolldown.OutputChunk[] {
  const found = new Set<Rolldown.OutputChunk>(first);
  for (const chunk of found) {
    for (const name of chunk.imports) add(bundle, name, found);
    for (const name of chunk.dynamicImports) {
      const next = bundle[name];
      if (next?.type === 'chunk' && !next.facadeModuleId?.includes('/node_modules/')) found.add(next);
    }
  }
  return [...found].filter((chunk) => !first.has(chunk));
}

function add(bundle: Bundle, name: string, found: Set<Rolldown.OutputChunk>): void {
  const file = bundle[name];
  if (file?.type === 'chunk') found.add(file);
}

function stylesOf(chunk: Rolldown.OutputChunk): string[] {
  return [...(chunk.viteMetadata?.importedCss ?? [])];
}
