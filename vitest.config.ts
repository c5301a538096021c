import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

const common = {
  testTimeout: 180_000,
  hookTimeout: 300_000,
  pool: 'forks' as const,
  setupFiles: ['test/helpers/properties.ts'],
  // What is waited for comes when the machine has the time for it; its own second is less than a busy one takes for a frame.
  expect: { poll: { timeout: 30_000 } },
};

/**
 * `quick` is every test but those below test/long; `long` is those and the rest once more with higher counts of property runs
 * (test/helpers/effort.ts), save what starts whole programs and browsers and has no counts.
 */
export default defineConfig({
  test: {
    // Left alone it would take one of two cores; much of the time a test waits for a process that it has started.
    maxWorkers: Math.max(2, availableParallelism() - 1),
    projects: [
      { test: { ...common, name: 'quick', include: ['test/**/*.test.ts'], exclude: ['test/long/**'] } },
      {
        test: {
          ...common,
          name: 'long',
          include: ['test/**/*.test.ts'],
          exclude: ['test/{cli,e2e,electron,package,host,shell,renderer}/**', 'test/architecture.test.ts'],
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
