import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/**
 * The window's bundle in `out/renderer`, clean under the strict content policy: no inline scripts or styles, no data: modules.
 * `npm run dev` builds it again at every change; `electron.vite.config.ts` takes it as its renderer section.
 */
export default defineConfig({
  root: fileURLToPath(new URL('renderer', import.meta.url)),
  // Relative, so that both hosts may serve it from where they like.
  base: './',
  plugins: [react()],
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
      input: fileURLToPath(new URL('renderer/index.html', import.meta.url)),
      output: {
        codeSplitting: {
          groups: [
            // What the first screen needs is one file: a dozen small ones cost the browser more than their bytes.
            { name: 'start', tags: ['$initial'] },
          ],
        },
      },
    },
  },
});
