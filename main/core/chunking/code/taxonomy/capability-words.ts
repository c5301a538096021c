/** Words that name a capability, by the tag they stand for. Matched against whole words of paths, imports and README text, lower case. */
const words: Readonly<Record<string, string>> = {
  stt: 'stt asr transcription transcribe transcriber transcript speech-to-text',
  tts: 'tts text-to-speech speech-synthesis',
  llm: 'llm llms chat-completion chat-completions',
  'speech-to-speech': 'speech-to-speech s2s realtime gemini-live nova-sonic',
  vad: 'vad silero voice-activity',
  'turn-detection': 'turn-detection turn-management smart-turn end-of-turn endpointing',
  'wake-word': 'wake-word wake-phrase wake-check',
  interruption: 'interruption interruptions barge-in',
  telephony:
    'telephony phone-call phone-calls phone-bot phone-chatbot phone-game pstn sip dial-in dial-out dialin dialout twilio telnyx plivo exotel vonage call-transfer cold-transfer warm-transfer',
  dtmf: 'dtmf',
  ivr: 'ivr',
  voicemail: 'voicemail',
  sms: 'sms',
  whatsapp: 'whatsapp',
  webrtc: 'webrtc small-webrtc smallwebrtc p2p-webrtc daily livekit',
  websocket: 'websocket websockets',
  vision: 'vision image-recognition moondream',
  video: 'video camera',
  avatar: 'avatar tavus heygen simli',
  'image-generation': 'image-generation imagegen text-to-image',
  rag: 'rag retrieval-augmented vector-store vectorstore pinecone qdrant weaviate chroma chromadb faiss',
  memory: 'memory mem0 persistent-context',
  mcp: 'mcp',
  agents: 'multi-agent multi-worker crewai autogen langgraph',
  'function-calling': 'function-calling tool-calling tool-use function-schema functionschema',
  flows: 'flows flow-manager',
  translation: 'translation translate translator',
  summarization: 'summarization summarize context-summarization',
  recording: 'recording audio-recording recorder',
  'audio-processing': 'noise-suppression noise-cancellation krisp background-sound sound-effects audio-mixer',
  transport: 'transport transports',
  observability: 'observability opentelemetry open-telemetry telemetry tracing langfuse langsmith sentry otel',
  metrics: 'metrics',
  evaluation: 'evals evaluation benchmark',
  deployment: 'deployment deploy kubernetes helm terraform serverless',
  docker: 'docker dockerfile docker-compose',
  testing: 'pytest unittest',
  authentication: 'oauth oauth2 authentication jwt',
  database: 'database postgres postgresql sqlite mysql mongodb sqlalchemy redis',
  queue: 'celery kafka rabbitmq',
  scheduling: 'cron scheduler apscheduler',
  'web-server': 'fastapi flask django starlette express aiohttp-server',
  'web-client': 'react nextjs next-js vue svelte angular',
  mobile: 'android ios react-native flutter swiftui',
  cli: 'cli command-line',
  'file-upload': 'file-upload multipart-upload',
};

/** Organisations and products whose name is worth a tag wherever it is a whole word of a path or an import. */
const vendorNames = new Set(
  'anthropic aws azure assemblyai cartesia cerebras cloudflare cohere daily deepgram deepseek elevenlabs exotel fal fireworks fish flyio gcp gemini gladia google groq grok heygen huggingface hume inworld kokoro krisp langchain langfuse langgraph langsmith livekit llamaindex lmnt mem0 minimax mistral modal moondream neuphonic nvidia ollama openai openrouter perplexity piper pinecone plivo qdrant qwen redis rime sambanova sarvam sentry silero simli soniox speechmatics stripe strands tavus telnyx together twilio ultravox vertex vonage whisper xai bedrock sagemaker'.split(
    ' ',
  ),
);

/** Names that are everyday words too: in prose they say nothing. */
const everydayNames = new Set([
  'together',
  'fish',
  'modal',
  'daily',
  'rime',
  'piper',
  'strands',
  'fireworks',
  'express',
  'react',
  'memory',
  'transport',
  'camera',
  'flows',
  'deploy',
  'queue',
  'metrics',
]);

const tagOfWord = new Map<string, string>(
  Object.entries(words).flatMap(([tag, list]) => list.split(' ').map((word) => [word, tag] as const)),
);

/** Tags that a name (folder, file, import segment, README text) speaks of, with one- to three-word phrases joined by `-`. */
export function tagsInName(name: string): string[] {
  const parts = wordsIn(name);
  const found = new Set<string>();
  for (let at = 0; at < parts.length; at += 1) {
    for (let length = 1; length <= 3 && at + length <= parts.length; length += 1) {
      const phrase = parts.slice(at, at + length).join('-');
      const tag = tagOfWord.get(phrase);
      if (tag !== undefined) found.add(tag);
      if (length === 1 && vendorNames.has(phrase)) found.add(phrase);
    }
  }
  return [...found];
}

/** Tags that prose speaks of: as `tagsInName`, without the names that are everyday words. */
export function tagsInProse(text: string): string[] {
  return tagsInName(
    wordsIn(text)
      .filter((word) => !everydayNames.has(word))
      .join(' '),
  );
}

/** Lower-case words of a name, compound identifiers split: `DailyTransport`, `speech_to_text`, `voice-soniox`. */
export function wordsIn(name: string): string[] {
  return name
    .replace(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '');
}
