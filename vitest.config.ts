import { defineConfig } from 'vitest/config';

const common = { testTimeout: 180_000, hookTimeout: 300_000, pool: 'forks' as const, setupFiles: ['test/helpers/properties.ts'] };

/** `quick` is every test but those below test/long; `long` is all of them, with higher counts of property runs (test/helpers/effort.ts). */
export default defineConfig({
  test: {
    projects: [
      { test: { ...common, name: 'quick', include: ['test/**/*.test.ts'], exclude: ['test/long/**'] } },
      {
        test: {
          ...common,
          name: 'long',
          include: ['test/**/*.test.ts'],
          // Ten times the runs take ten times the time.
          testTimeout: 600_000,
          env: { TEST_EFFORT: 'long' },
        },
      },
      // In the real Electron: scripts/test-electron.ts.
      { test: { ...common, name: 'electron', include: ['test/electron-real/**/*.spec.ts'] } },
    ],
  },
});
