import fc from 'fast-check';
import { runs } from './effort.ts';

// Properties that name no count of their own.
fc.configureGlobal({ numRuns: runs(100) });
