import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HubError } from '../../../main/contract/errors.ts';
import { hubContract, type HubContract, type HubState } from '../../../main/contract/hub-contract.ts';
import type { Handlers } from '../../../main/rpc/handlers.ts';

export const idleState: HubState = { generation: 3, jobs: [], writer: { state: 'ready', message: null } };

/** A service that completes paths and says how it stands, and refuses the rest. */
export function standInHandlers(): { handlers: Handlers<HubContract>; seen: { openStreams: number } } {
  const seen = { openStreams: 0 };
  const refuse = (): never => {
    throw new HubError('not-found', 'The stand-in does not know.');
  };
  const refusing = Object.fromEntries(Object.keys(hubContract).map((name) => [name, refuse])) as unknown as Handlers<HubContract>;
  const handlers: Handlers<HubContract> = {
    ...refusing,
    'paths.complete': ({ text }) => [{ path: `${text}/found`, kind: 'folder' }],
    async *'hub.state'(_input, { signal }) {
      seen.openStreams += 1;
      try {
        yield idleState;
        await new Promise<void>((resolve) => {
          signal.addEventListener('abort', () => resolve());
        });
      } finally {
        seen.openStreams -= 1;
      }
    },
  };
  return { handlers, seen };
}

export const pageText = `<!doctype html><title>Hub</title><script type="module" src="./assets/app-AbCd1234.js"></script>`;
export const scriptText = `// ${'a long line that compresses well '.repeat(200)}`;
export const secretText = 'nobody may read this';

/** A folder as a build leaves it, with things around and in it that are no part of it. */
export async function interfaceFolder(): Promise<{ folder: string; remove: () => Promise<void> }> {
  const root = await mkdtemp(join(tmpdir(), 'hub-interface-'));
  const folder = join(root, 'renderer');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'folder.js'));
  await mkdir(join(root, 'renderer-secret'));
  await Promise.all([
    writeFile(join(folder, 'index.html'), pageText),
    writeFile(join(folder, 'assets', 'app-AbCd1234.js'), scriptText),
    writeFile(join(folder, 'assets', 'small-AbCd1234.css'), 'body{}'),
    writeFile(join(folder, '.hidden.js'), secretText),
    writeFile(join(folder, 'notes.txt'), secretText),
    writeFile(join(root, 'secret.js'), secretText),
    writeFile(join(root, 'renderer-secret', 'secret.js'), secretText),
  ]);
  return { folder, remove: () => rm(root, { recursive: true, force: true }) };
}
