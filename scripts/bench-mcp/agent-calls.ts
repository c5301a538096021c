/** What fifty agents ask of an index of Pipecat: all ten tools, as often as a session uses them, and hardly ever the same words twice. */

export interface AgentCall {
  tool: string;
  given: Record<string, unknown>;
}

const goals = [
  'end a call',
  'interrupt the bot',
  'send keypad tones',
  'change the voice',
  'mute the user',
  'record the audio',
  'transfer to a human',
  'summarize the context',
  'switch the language',
  'register a function',
  'handle an idle user',
  'filter background noise',
  'push a frame upstream',
  'stream video',
  'measure latency',
  'reconnect after a drop',
  'run in parallel',
  'authenticate a client',
  'deploy to the cloud',
  'detect a voicemail',
];
const subjects = [
  'with Daily',
  'over Twilio',
  'with a SmallWebRTC transport',
  'in a pipeline',
  'with Deepgram',
  'with OpenAI realtime',
  'with Gemini live',
  'from a React client',
  'with an RTVI message',
  'in a custom frame processor',
  'using ElevenLabs',
  'on Pipecat Cloud',
  'in tests',
  'with several participants',
  'with the turn analyzer',
  'from a websocket server',
  'with Anthropic',
  'when the context is long',
  'on iOS',
  'with metrics on',
];
const symbols = [
  'PipelineTask',
  'push_frame',
  'DailyTransport.send_dtmf',
  'FrameProcessor.process_frame',
  'GoogleLLMService',
  'LLMContextAggregatorPair',
  'TTSService.run_tts',
  'OpenAILLMService',
  'BaseOutputTransport',
  'SileroVADAnalyzer',
  'EndFrame',
  'TranscriptionFrame',
  'PipelineRunner.run',
  'ParallelPipeline',
  'DeepgramSTTService',
  'CartesiaTTSService',
  'UserIdleProcessor',
  'RTVIProcessor',
  'FunctionCallParams',
  'queue_frames',
  'register_function',
  'AudioBufferProcessor',
  'TwilioFrameSerializer',
  'WebsocketServerTransport',
  'LLMUserContextAggregator',
];
const modules = ['pipecat.services', 'pipecat.transports', 'pipecat.frames', 'pipecat.processors', 'pipecat.pipeline'];
const pages = [
  'api-reference/server/services/llm/together',
  'api-reference/server/services/stt/assemblyai',
  'api-reference/server/services/tts/deepgram.mdx',
  'client/concepts/choosing-a-transport',
  'https://docs.pipecat.ai/pipecat/fundamentals/service-settings',
  'pipecat/learn/whats-next',
  'pipecat-cloud/fundamentals/secrets',
  'api-reference/server/bus/bus.mdx',
];
const examples = [
  'instant-voice',
  'examples/voice',
  'examples/thinking',
  'travel-companion',
  'p2p-webrtc/pipecat-cloud',
  'whatsapp',
];
/** What each round begins its questions with, so that no words come again whose meaning is remembered. */
const beginnings = ['where to', 'how to', 'code to'];
const classKinds = ['class', 'method', 'function', 'module'];

const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

/** The words of the `at`-th question: 400 different ones before one comes again. */
function words(at: number): string {
  return `${pick(goals, at)} ${pick(subjects, at + Math.floor(at / goals.length))}`;
}

/** The twenty calls of one session, from orientation to detail, with all ten tools. `round` makes another session of the same agent. */
export function sessionOf(client: number, round: number): AgentCall[] {
  const seed = client * 8 + round * 400 * 3 + round;
  const symbol = (step: number): string => pick(symbols, client * 3 + step + round);
  const ask = (step: number): string => `${pick(beginnings, round)} ${words(seed + step)}`;
  return [
    { tool: 'get_hub_status', given: client % 5 === 0 ? { response_format: 'detailed' } : {} },
    { tool: 'search_docs', given: { query: `I want to know ${ask(0)}` } },
    { tool: 'get_doc', given: { path: pick(pages, client + round) } },
    { tool: 'search_api', given: { query: ask(1) } },
    { tool: 'get_code_snippet', given: { symbol: symbol(0) } },
    { tool: 'search_examples', given: { query: `${ask(2)} example` } },
    { tool: 'get_example', given: { path: pick(examples, client + round) } },
    {
      tool: 'search_docs',
      given: { query: `${pick(beginnings, round)} ${pick(goals, seed)} + ${pick(goals, seed + 7)}`, max_tokens: 1_200 },
    },
    { tool: 'search_api', given: { query: symbol(1) } },
    { tool: 'trace_calls', given: { symbol: symbol(2), direction: client % 2 === 0 ? 'callers' : 'callees', depth: 1 } },
    { tool: 'search_docs', given: { query: `settings: ${ask(3)}`, response_format: 'detailed', limit: 5 } },
    { tool: 'check_deprecation', given: { symbol: symbol(3) } },
    { tool: 'search_api', given: { query: ask(4), chunk_type: pick(classKinds, client) } },
    { tool: 'get_code_snippet', given: { intent: ask(5) } },
    { tool: 'search_examples', given: { query: ask(6), language: 'python' } },
    { tool: 'search_api', given: { query: ask(7), module: pick(modules, client) } },
    { tool: 'get_code_snippet', given: { symbol: symbol(4), max_lines: 60 } },
    { tool: 'search_docs', given: { query: symbol(5) } },
    { tool: 'get_doc', given: { path: pick(pages, client + round + 3), max_tokens: 2_000 } },
    { tool: 'report_feedback', given: { query: ask(0), helpful: client % 3 !== 0 } },
  ];
}
