import { mkdirSync, mkdtempSync, rmSync, writeFileSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { loadConfig } from '../../../../main/config.ts';
import { silentLogger } from '../../../../main/core/logger.ts';
import { Hub } from '../../../../main/services/hub.ts';

/** The fixtures, at the places that they have in projects of their kind. Licences: the first line of each, and SOURCES.md. */
const placed: Record<string, string> = {
  'documents/daily-transport.mdx': 'docs/client/daily-transport.mdx',
  'documents/deepgram-stt.mdx': 'docs/server/stt/deepgram.mdx',
  'documents/learn-overview.mdx': 'docs/learn/overview.mdx',
  'documents/personal-access-tokens.mdx': 'docs/deploy/personal-access-tokens.mdx',
  'documents/voice-ui-views.mdx': 'docs/client/voice-ui-views.mdx',
  'documents/requests-quickstart.rst': 'docs/http/quickstart.rst',
  'tokens/pipeline-termination.mdx.txt': 'docs/learn/pipeline-termination.mdx',
  'documents/pipecat-readme.md': 'README.md',
  'documents/picomatch-readme.md': 'packages/picomatch/README.md',
  'documents/simple-chatbot-readme.md': 'examples/simple-chatbot/README.md',
  'code/pipecat-app.tsx.txt': 'examples/simple-chatbot/client/react/App.tsx',
  'code/pipecat-voice-soniox.py.txt': 'examples/voice/voice-soniox.py',
  'code/pipecat-twilio-server.py.txt': 'examples/twilio-chatbot/outbound/server.py',
  'code/pipecat-pyproject.toml.txt': 'examples/twilio-chatbot/outbound/pyproject.toml',
  'code/pipecat-kokoro-tts.py.txt': 'src/pipecat/services/kokoro/tts.py',
  'code/pipecat-wake-check-filter.py.txt': 'src/pipecat/processors/filters/wake_check_filter.py',
  'tokens/daily-transport.py.txt': 'src/pipecat/transports/daily/transport.py',
  'code/attrs-cmp.py.txt': 'src/attr/_cmp.py',
  'code/click-exceptions.py.txt': 'src/click/exceptions.py',
  'code/click-globals.py.txt': 'src/click/globals.py',
  'code/flask-views.py.txt': 'src/flask/views.py',
  'code/requests-structures.py.txt': 'src/requests/structures.py',
};

const packages = ['pipecat', 'attr', 'click', 'flask', 'requests'];

/** A hub over the fixtures with the given model; disposing of it removes everything. */
export async function rankingHub(model: string): Promise<{ hub: Hub } & AsyncDisposable> {
  const folder = mkdtempSync(join(tmpdir(), 'context-hub-ranking-'));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(folder, 'corpus', path)), { recursive: true });
    writeFileSync(join(folder, 'corpus', path), text);
  };
  for (const [fixture, path] of Object.entries(placed))
    write(path, readFileSync(new URL(`../../../fixtures/${fixture}`, import.meta.url), 'utf8'));
  for (const name of packages) write(`src/${name}/__init__.py`, `"""The package ${name}."""\n`);
  const config = loadConfig({ dataDirectory: join(folder, 'data'), model, vectorBackend: 'embedded' }, {});
  const hub = Hub.open({ config, logger: silentLogger, access: 'write' });
  const dispose = async (): Promise<void> => {
    await hub[Symbol.asyncDispose]();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const report = await hub.index([{ name: 'corpus', kind: 'folder', location: join(folder, 'corpus') }], {});
    if (report.pending > 0) throw new Error(`${report.pending} texts have no vector.`);
    return { hub, [Symbol.asyncDispose]: dispose };
  } catch (error) {
    await dispose();
    throw error;
  }
}
