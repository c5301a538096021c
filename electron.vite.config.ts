import { defineConfig } from 'electron-vite';
import windowBundle from './vite.renderer.config.ts';

/**
 * Bundles the process side into flat ES modules in `out/main`: the desktop app's entry, the command line and every file that is started as a thread or a child
 * process (`main/services/runtime/worker-file.ts` finds those beside the module that starts them, so no chunk may lie deeper).
 * Packages stay external and are loaded from node_modules; natives and wasm must be.
 */
export default defineConfig({
  main: {
    build: {
      outDir: 'out/main',
      minify: false,
      sourcemap: true,
      externalizeDeps: true,
      rolldownOptions: {
        input: {
          index: 'main/index.ts',
          cli: 'main/cli.ts',
          'service-process': 'main/service-process.ts',
          'indexer-worker': 'main/services/indexing/indexer-worker.ts',
          'chunk-worker': 'main/services/indexing/chunk-worker.ts',
          'embedding-worker': 'main/services/embedding/embedding-worker.ts',
          'bench-embed-child': 'main/services/bench/bench-embed-child.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
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
