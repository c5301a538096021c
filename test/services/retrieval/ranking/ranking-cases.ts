import type { SearchMode, SearchTool } from '../../../../main/contract/search.ts';

/** A query with the one hit that it is meant to find. */
export interface RankingCase {
  /** Name of its golden file. */
  name: string;
  query: string;
  tool?: SearchTool;
  target: { path: string; symbol?: string; section?: string };
  /** Default: hybrid and keyword. */
  modes?: readonly SearchMode[];
}

const everyMode: readonly SearchMode[] = ['hybrid', 'rrf', 'keyword', 'vector'];
const pipecat = 'src/pipecat';

export const rankingCases: readonly RankingCase[] = [
  {
    name: 'method-by-qualified-name',
    query: 'KokoroTTSService.run_tts',
    tool: 'api',
    target: { path: `${pipecat}/services/kokoro/tts.py`, symbol: 'KokoroTTSService.run_tts' },
    modes: everyMode,
  },
  {
    name: 'method-by-last-name',
    query: 'dispatch_request',
    target: { path: 'src/flask/views.py', symbol: 'View.dispatch_request' },
  },
  {
    name: 'class-by-name',
    query: 'CaseInsensitiveDict',
    target: { path: 'src/requests/structures.py', symbol: 'CaseInsensitiveDict' },
  },
  {
    name: 'class-by-parts-of-its-name',
    query: 'wake check filter',
    target: { path: `${pipecat}/processors/filters/wake_check_filter.py`, symbol: 'WakeCheckFilter' },
  },
  {
    name: 'function-by-name',
    query: 'get_current_context()',
    target: { path: 'src/click/globals.py', symbol: 'get_current_context' },
  },
  {
    name: 'function-by-task',
    query: 'build a class that compares with custom equality',
    tool: 'api',
    target: { path: 'src/attr/_cmp.py', symbol: 'cmp_using' },
  },
  {
    name: 'method-by-task',
    query: 'turn a view class into a function for routing',
    tool: 'api',
    target: { path: 'src/flask/views.py', symbol: 'View.as_view' },
    modes: everyMode,
  },
  {
    name: 'private-function-by-task',
    query: 'download the voice model files when missing',
    target: { path: `${pipecat}/services/kokoro/tts.py`, symbol: '_ensure_model_files' },
  },
  {
    name: 'class-by-task',
    query: 'error when the user gives an option that does not exist',
    tool: 'api',
    target: { path: 'src/click/exceptions.py', symbol: 'NoSuchOption' },
  },
  {
    name: 'class-by-other-words',
    query: 'keep listening only after a trigger word was spoken',
    tool: 'api',
    target: { path: `${pipecat}/processors/filters/wake_check_filter.py`, symbol: 'WakeCheckFilter' },
    modes: everyMode,
  },
  {
    name: 'frame-by-task',
    query: 'transfer a SIP call to another number',
    tool: 'api',
    target: { path: `${pipecat}/transports/daily/transport.py`, symbol: 'DailySIPTransferFrame' },
  },
  {
    name: 'dictionary-lookup',
    query: 'dictionary whose items can be looked up as attributes',
    target: { path: 'src/requests/structures.py', symbol: 'LookupDict' },
  },
  {
    name: 'page-by-question',
    query: 'how do I end a call from the bot',
    tool: 'docs',
    target: { path: 'docs/learn/pipeline-termination.mdx' },
    modes: everyMode,
  },
  {
    name: 'page-by-symptom',
    query: 'my process keeps running after everyone hung up',
    tool: 'docs',
    target: { path: 'docs/learn/pipeline-termination.mdx' },
  },
  {
    name: 'section-by-task',
    query: 'use an access token in GitHub Actions',
    tool: 'docs',
    target: { path: 'docs/deploy/personal-access-tokens.mdx', section: 'GitHub Actions' },
  },
  {
    name: 'section-by-exact-setting',
    query: 'DEEPGRAM_API_KEY',
    tool: 'docs',
    target: { path: 'docs/server/stt/deepgram.mdx' },
  },
  {
    name: 'speech-recognition-page',
    query: 'transcribe speech in real time',
    tool: 'docs',
    target: { path: 'docs/server/stt/deepgram.mdx' },
  },
  {
    name: 'concept-page',
    query: 'what are frames and processors',
    tool: 'docs',
    target: { path: 'docs/learn/overview.mdx' },
  },
  {
    name: 'client-transport-page',
    query: 'connect a web client to a Daily room',
    tool: 'docs',
    target: { path: 'docs/client/daily-transport.mdx' },
  },
  {
    name: 'readme-options',
    query: 'glob matching options for dotfiles and case',
    target: { path: 'packages/picomatch/README.md' },
  },
  {
    name: 'readme-by-name',
    query: 'picomatch makeRe',
    target: { path: 'packages/picomatch/README.md', section: '.makeRe' },
  },
  {
    name: 'example-by-task',
    query: 'call a phone number with Twilio',
    tool: 'examples',
    target: { path: 'examples/twilio-chatbot/outbound/server.py' },
    modes: everyMode,
  },
  {
    name: 'example-by-service',
    query: 'voice bot with soniox',
    tool: 'examples',
    target: { path: 'examples/voice/voice-soniox.py' },
  },
  {
    name: 'example-client',
    query: 'React component of the simple chatbot',
    tool: 'examples',
    target: { path: 'examples/simple-chatbot/client/react/App.tsx' },
  },
  {
    name: 'example-dependencies',
    query: 'which pipecat version does the dial-out example need',
    tool: 'examples',
    target: { path: 'examples/twilio-chatbot/outbound/pyproject.toml' },
  },
];
