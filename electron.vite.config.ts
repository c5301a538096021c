import { defineConfig } from 'electron-vite';
import windowBundle from './vite.renderer.config.ts';

/**
 * Bundles the process side into flat ES modules in `out/main`: the command line and every file that is started as a thread or a child
 * process (`main/services/runtime/worker-file.ts` finds those beside the module that starts them, so no chunk may lie deeper).
 * Packages stay external and are loaded from node_modules; natives and wasm must be. The window's sections come with the window.
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
          cli: 'main/cli.ts',
          'chunk-worker': 'main/services/indexing/chunk-worker.ts',
          'embedding-worker': 'main/services/embedding/embedding-worker.ts',
          'bench-embed-child': 'main/services/bench/bench-embed-child.ts',
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'shared-[hash].js' },
      },
    },
  },
  renderer: windowBundle,
});
