import { fileURLToPath } from 'node:url';
import { ensureModel } from '../../main/services/model/ensure-model.ts';
import { resourcesDirectory } from '../../main/services/runtime/resources.ts';
import { ensureChromaServer } from '../get-chroma.ts';
import { ensureChromium } from '../get-chromium.ts';
import { say } from './run-program.ts';

interface Preparation {
  what: string;
  /** Returns where it is; throws with what was tried. */
  get: () => Promise<string>;
  /** The step that docs/testing.md names for a machine where `get` fails. */
  step: string;
}

/** What the tests need beyond node_modules. */
const preparations: readonly Preparation[] = [
  {
    what: 'the embedding model',
    get: async () => {
      const dataDirectory = fileURLToPath(new URL('../../.cache/', import.meta.url));
      const found = await ensureModel({ download: true, dataDirectory, resourcesDirectory });
      return `${found.path} (${found.origin})`;
    },
    step: 'Set CONTEXT_HUB_MODEL to a folder that holds it, or give the machine one of the ways that docs/testing.md lists.',
  },
  {
    what: 'a Chroma server',
    get: ensureChromaServer,
    step: 'Install python3 with venv and pip, or set CONTEXT_HUB_CHROMA to a chroma program of version 1.',
  },
  {
    what: 'a Chromium',
    get: ensureChromium,
    step: 'Install Chromium or Chrome (on Debian: apt install chromium), or set CONTEXT_HUB_CHROMIUM to its program.',
  },
];

/** Finds or fetches everything that the tests need, and returns in a line each what could not be had. */
export async function prepare(): Promise<string[]> {
  const failures: string[] = [];
  for (const { what, get, step } of preparations) {
    try {
      say(`needs ${what}: ${await get()}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      say(`needs ${what}: not to be had. ${reason}`);
      failures.push(`${what} could not be had. ${step}`);
    }
  }
  return failures;
}
