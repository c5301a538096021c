import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { domainOf, inferTaxonomy } from '../../../../main/core/chunking/code/taxonomy.ts';
import type { ExampleInput } from '../../../../main/core/chunking/code/taxonomy.ts';

function infer(given: Partial<ExampleInput>): ReturnType<typeof inferTaxonomy> {
  return inferTaxonomy({ root: 'demo', paths: [], readme: null, manifests: [], imports: [], ...given });
}

const tag = (result: ReturnType<typeof inferTaxonomy>, name: string) => result.tags.find((one) => one.name === name);

describe('capability tags', () => {
  test('imports tell provider and capability', () => {
    const result = infer({
      imports: [
        'pipecat.services.deepgram.stt.DeepgramSTTService',
        'pipecat.services.newcomer.tts.NewcomerTTS',
        'pipecat.services.llm_service.LLMService',
        'livekit.plugins.openai',
      ],
    });
    expect(tag(result, 'deepgram')).toEqual({ name: 'deepgram', confidence: 0.95, from: 'import' });
    for (const name of ['stt', 'tts', 'newcomer', 'llm', 'openai', 'livekit']) expect(tag(result, name), name).toBeDefined();
    expect(tag(result, 'llm_service')).toBeUndefined();
  });

  test('folder, file and README tell with less confidence, and the surest evidence counts', () => {
    const result = infer({
      root: 'ivr-navigation',
      paths: ['ivr-navigation/send-dtmf.py'],
      readme: `# IVR\n\nText. ${'x '.repeat(300)} uses RAG and together we go daily`,
      imports: [],
    });
    expect(tag(result, 'ivr')).toMatchObject({ from: 'folder', confidence: 0.8 });
    expect(tag(result, 'dtmf')).toMatchObject({ from: 'file' });
    expect(tag(result, 'rag')).toMatchObject({ from: 'readme', confidence: 0.5 });
    expect(tag(result, 'together')).toBeUndefined();
    expect(tag(result, 'daily')).toBeUndefined();
  });

  test('phrases of several words', () => {
    expect(infer({ root: 'open-telemetry/jaeger' }).tags.map((one) => one.name)).toContain('observability');
    expect(infer({ root: 'function-calling' }).tags.map((one) => one.name)).toContain('function-calling');
  });
});

describe('execution mode', () => {
  test.each<[string, Partial<ExampleInput>]>([
    ['telephony', { root: 'twilio-chatbot/inbound', paths: ['twilio-chatbot/inbound/pcc-deploy.toml'] }],
    ['telephony', { imports: ['pipecat.serializers.telnyx.TelnyxFrameSerializer'] }],
    ['cloud', { paths: ['demo/bot.py', 'demo/pcc-deploy.toml'] }],
    ['cloud', { root: 'deployment/modal-example' }],
    ['local', { imports: ['pipecat.transports.local.audio.LocalAudioTransport'] }],
    ['web', { paths: ['demo/client/index.html'] }],
    ['web', { imports: ['fastapi.FastAPI'] }],
    ['mobile', { paths: ['demo/client/ios/App.swift', 'demo/server/bot.py'] }],
    ['unknown', { paths: ['demo/bot.py'], readme: 'It can make phone calls with twilio.' }],
  ])('%s', (mode, given) => expect(infer(given).executionMode).toBe(mode));
});

describe('summary, key files and version pin', () => {
  test('the first prose of the README', () => {
    expect(
      infer({
        readme:
          '# Title\n\n![badge](x)\n\n```sh\nrun it now please\n```\n\nThis **bot** uses\n[Pipecat](https://x) for calls.\n\nMore.',
      }).summary,
    ).toBe('This bot uses Pipecat for calls.');
    expect(
      infer({
        readme: null,
        manifests: [{ path: 'demo/pyproject.toml', text: '[project]\ndescription = "A chat bot by phone"\n' }],
      }).summary,
    ).toBe('A chat bot by phone');
    expect(infer({ root: 'a/voice-soniox' }).summary).toBe('Example: voice soniox.');
  });

  test('entry files first', () => {
    expect(
      infer({ paths: ['demo/util/x.py', 'demo/README.md', 'demo/bot.py', 'demo/pyproject.toml', 'demo/test_bot.py'] }).keyFiles,
    ).toEqual(['demo/bot.py', 'demo/README.md', 'demo/pyproject.toml', 'demo/util/x.py']);
  });

  test.each<[string, string, string[], string | null]>([
    [
      'pyproject.toml',
      'dependencies = [\n  "pipecat-ai[daily,openai]>=1.4.0",\n  "fastapi==0.1",\n]',
      ['pipecat.a', 'pipecat.b', 'fastapi.FastAPI'],
      'pipecat-ai>=1.4.0',
    ],
    [
      'requirements.txt',
      'python-dotenv~=1.0\npipecat-ai == 0.0.98  # pinned\n',
      ['dotenv.load', 'pipecat.a', 'pipecat.b'],
      'pipecat-ai==0.0.98',
    ],
    [
      'package.json',
      '{"dependencies": {\n  "@pipecat-ai/client-js": "^1.2.0",\n  "vite": "^7"\n}}',
      ['@pipecat-ai/client-js'],
      '@pipecat-ai/client-js@^1.2.0',
    ],
    ['requirements.txt', 'unused==1\npipecat-ai\n', ['pipecat.a'], null],
  ])('%s', (path, text, imports, pin) => expect(infer({ manifests: [{ path, text }], imports }).versionPin).toBe(pin));

  test('any input is survived', () => {
    fc.assert(
      fc.property(
        fc.string(),
        fc.array(fc.string()),
        fc.string({ maxLength: 3_000 }),
        fc.array(fc.string()),
        (root, paths, text, imports) => {
          const result = inferTaxonomy({
            root,
            paths,
            readme: text,
            manifests: [
              { path: 'package.json', text },
              { path: 'requirements.txt', text },
            ],
            imports,
          });
          expect(result.summary).not.toBe('');
        },
      ),
    );
  });
});

describe('domain', () => {
  test.each([
    ['bot.py', 'python', 'backend'],
    ['client/src/App.tsx', 'tsx', 'frontend'],
    ['client/src/app.ts', 'typescript', 'frontend'],
    ['server/app.ts', 'typescript', 'backend'],
    ['ios/App.swift', 'swift', 'frontend'],
    ['index.html', 'html', 'frontend'],
    ['Dockerfile', 'dockerfile', 'infra'],
    ['pcc-deploy.toml', 'toml', 'infra'],
    ['.github/workflows/x.yaml', 'yaml', 'infra'],
    ['run.sh', 'shell', 'infra'],
    ['pyproject.toml', 'toml', 'config'],
    ['client/package.json', 'json', 'config'],
    ['client/vite.config.ts', 'typescript', 'config'],
    ['env.example', 'text', 'config'],
  ])('%s', (path, language, domain) => expect(domainOf(path, language)).toBe(domain));
});
