import fc from 'fast-check';
import { propertySeed, runs } from './effort.ts';

// The same inputs in every run, so that a red run is red again and says something about the change before it. New inputs are
// looked for on purpose, with other seeds (docs/testing.md). The count is for properties that name none of their own.
fc.configureGlobal({ seed: propertySeed, numRuns: runs(100) });
