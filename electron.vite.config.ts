import { defineConfig } from 'electron-vite';
import windowBundle from './vite.renderer.config.ts';

/**
 * Packages of plain JavaScript that go into the bundle, so that nothing depends on a packager finding all that they need. The others bring natives,
 * wasm or threads of their own, are found by their place in node_modules, and stay there; `fflate` too,
 * which declares a `require` of its own that collides with the one that a bundle for Node begins with.
 */
const bundled = [
  '@modelcontextprotocol/server',
  '@modelcontextprotocol/core',
  '@noble/hashes',
  'commander',
  'env-paths',
  'jsonc-parser',
  'smol-toml',
  'stemmer',
  'umap-js',
  'ws',
  'yaml',
  'zod',
];

/** What the bridge of agents is made of has a name of its own: it lies beside the packaged app's archive, where a plain Node can read it. */
const ofBridge =
  /\/(?:main\/(?:bridge\/|core\/mcp-address|contract\/errors|services\/runtime\/data-directory)|node_modules\/(?:env-paths|is-safe-filename|@noble\/hashes)\/)/;

function sharedName({ moduleIds }: { moduleIds: readonly string[] }): string {
  const modules = moduleIds.filter((id) => !id.includes('\0'));
  return modules.length > 0 && modules.every((id) => ofBridge.test(id)) ? 'shared-bridge-[hash].js' : 'shared-[hash].js';
}

/**
 * Bundles the process side into flat ES modules in `out/main`: the desktop app's entry, the command line and every file that is started as a thread or a child
 * process (`main/services/runtime/worker-file.ts` finds those beside the module that starts them, so no chunk may lie deeper).
 */
export default defineConfig({
  main: {
    // Its other form asks for its parts by a call that no bundler follows.
    resolve: { alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' } },
    build: {
      outDir: 'out/main',
      minify: false,
      sourcemap: true,
      externalizeDeps: { exclude: bundled },
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'main/cli.ts',
          'mcp-bridge': 'main/mcp-bridge.ts',
          'service-process': 'main/service-process.ts',
          'indexer-worker': 'main/services/indexing/indexer-worker.ts',
          'map-worker': 'main/services/latent/map-worker.ts',
          'naming-worker': 'main/services/latent/naming-worker.ts',
          'analysis-worker': 'main/services/sessions/analysis-worker.ts',
          'chunk-worker': 'main/services/indexing/chunk-worker.ts',
          'embedding-worker': 'main/services/embedding/embedding-worker.ts',
          'bench-embed-child': 'main/services/bench/bench-embed-child.ts',
          'bench-layout-child': 'main/services/bench/bench-layout-child.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: sharedName },
      },
    },
  },
  // A sandboxed preload is one CommonJS file that may require nothing but electron.
  preload: {
    build: {
      outDir: 'out/preload',
      minify: false,
      rolldownOptions: { input: 'preload/index.ts', output: { format: 'cjs', entryFileNames: 'index.cjs' } },
    },
  },
  // electron-vite joins lists of targets with themselves, so each is one word here.
  renderer: { ...windowBundle, build: { ...windowBundle.build, target: 'es2024', cssTarget: 'chrome130' } },
});
