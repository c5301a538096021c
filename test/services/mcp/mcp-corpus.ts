import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { testHub } from '../../helpers/corpus.ts';
import { siteFiles, voiceFiles } from '../retrieval/lookup-corpus.ts';
import { git, makeRepository, writeFiles } from '../sources/fixtures.ts';

/** What the framework of the look-up corpus lacks: frames that are yielded, calls through classes, and what is deprecated. */
const moreVoiceFiles: Record<string, string> = {
  'src/voice/frames.py': `"""Frames."""\n\nfrom dataclasses import dataclass\n\n\n@dataclass\nclass Frame:\n    """Anything that moves."""\n\n    name: str = ""\n\n\n@dataclass\nclass AudioFrame(Frame):\n    """Sound."""\n\n    audio: bytes = b""\n    rate: int = 16000\n`,
  'src/voice/speech.py': `"""Speech services."""\n\nimport warnings\n\nfrom voice.frames import AudioFrame\n\n\nclass SpeechService:\n    """Turns text into sound."""\n\n    async def run(self, text):\n        """Speak the text."""\n        for part in self.split(text):\n            yield AudioFrame(audio=part)\n\n    def split(self, text):\n        """Cut a text into sentences."""\n        cleaned = text.strip()\n        return cleaned.split(".")\n\n    def say(self, text):\n        """Speak at once.\n\n        .. deprecated:: 1.4.0\n            Use :meth:\`run\` instead.\n        """\n        warnings.warn("say is deprecated, use run", DeprecationWarning)\n        return self.run(text)\n\n\nclass QuickSpeech(SpeechService):\n    """Speaks faster."""\n\n    async def run(self, text):\n        """Speak the text fast."""\n        parts = self.split(text)\n        for part in parts:\n            yield AudioFrame(audio=part)\n`,
  'CHANGELOG.md':
    '# Changelog\n\n## 1.4.0\n\n### Deprecated\n\n- `SpeechService.say` is deprecated, use `SpeechService.run` instead.\n\n### Removed\n\n- Removed `OldSpeech`. Use `SpeechService`.\n',
};

export interface McpCorpus {
  /** A data directory with an index of two sources, without a model. */
  data: string;
  remove(): void;
}

/** Indexes the corpus with the real pipeline into a data directory of its own. */
export async function mcpCorpus(): Promise<McpCorpus> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'hub-mcp-')));
  const voice = makeRepository({ ...voiceFiles, ...moreVoiceFiles });
  git(voice.folder, 'remote', 'add', 'origin', 'https://github.com/acme/voice.git');
  const site = join(root, 'site');
  writeFiles(site, siteFiles);
  const data = join(root, 'data');
  writeFiles(data, { 'config.json': '{}' });
  const hub = testHub(join(data, 'index.sqlite'), data);
  await hub.index([
    { name: 'voice', kind: 'git', location: voice.folder },
    { name: 'site', kind: 'docs', location: site, siteUrl: 'https://docs.voice.example' },
  ]);
  hub.connection.close();
  return { data, remove: () => rmSync(root, { recursive: true, force: true }) };
}
