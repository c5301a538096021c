import { describe, test } from 'vitest';
import { chunk, expectGolden, fixture } from './support.ts';

describe('golden chunks', () => {
  test.each([
    ['requests-structures.py', 'src/requests/structures.py'],
    ['click-exceptions.py', 'src/click/exceptions.py'],
    ['click-globals.py', 'src/click/globals.py'],
    ['attrs-cmp.py', 'src/attr/_cmp.py'],
    ['flask-views.py', 'src/flask/views.py'],
    ['pipecat-kokoro-tts.py', 'src/pipecat/services/kokoro/tts.py'],
    ['pipecat-wake-check-filter.py', 'src/pipecat/processors/filters/wake_check_filter.py'],
  ])('source: %s', async (name, path) => {
    expectGolden(`source-${name}`, await chunk(fixture(`${name}.txt`), { path }));
  });

  test.each([
    ['pipecat-voice-soniox.py', 'examples/voice/voice-soniox.py', 'python'],
    ['pipecat-twilio-server.py', 'twilio-chatbot/outbound/server.py', 'python'],
    ['pipecat-app.tsx', 'simple-chatbot/client/react/src/app/components/App.tsx', 'tsx'],
    ['pipecat-pyproject.toml', 'twilio-chatbot/outbound/pyproject.toml', 'toml'],
  ])('example: %s', async (name, path, language) => {
    expectGolden(`example-${name}`, await chunk(fixture(`${name}.txt`), { path, language, role: 'code' }));
  });
});
