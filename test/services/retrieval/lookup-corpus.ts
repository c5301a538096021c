import type { SourceSpecification } from '../../../main/core/source.ts';
import { git, makeRepository, temporaryFolder, writeFiles } from '../sources/fixtures.ts';
import { silentLogger } from '../../../main/core/logger.ts';
import { Retriever } from '../../../main/services/retrieval/retriever.ts';
import { testHub, type TestHub } from '../../helpers/corpus.ts';

const body = (lines: number, name: string): string =>
  Array.from({ length: lines }, (_, index) => `        step_${index} = self.${name}(${index})\n`).join('');

/** A framework with tests and examples, in a repository that a known host serves. */
export const voiceFiles: Record<string, string> = {
  'README.md': '# Voice\n\nA framework for voices.\n',
  'src/voice/__init__.py': '',
  'src/voice/alpha.py': `"""Alpha transports."""\n\n\ndef connect(url):\n    """Connect to alpha."""\n    address = url.strip()\n    return address\n\n\nclass Transport:\n    """Carries alpha audio."""\n\n    def send_tone(self, digit):\n        """Send one tone."""\n        tone = self.tones[digit]\n        return tone\n\n    def run_all(self):\n        """Runs everything, in many steps."""\n${body(130, 'work')}        return None\n\n    class InputParams:\n        """Settings of alpha."""\n\n        speed: int = 1\n        pitch: int = 2\n`,
  'src/voice/beta.py': `"""Beta transports."""\n\n\ndef connect(url):\n    """Connect to beta."""\n    address = url.upper()\n    return address\n\n\nclass Transport:\n    """Carries beta audio."""\n\n    def send_tone(self, digit):\n        """Send one tone twice."""\n        tone = self.tones[digit] * 2\n        return tone\n`,
  'src/voice/cases.py': `"""Names that differ in case."""\n\n\ndef playback(sound):\n    """Play it."""\n    result = sound\n    return result\n\n\nclass Playback:\n    """State of playing."""\n\n    position: int = 0\n    length: int = 1\n\n    def rewind(self):\n        """Back to the start."""\n        self.position = 0\n        return self\n`,
  'tests/test_transport.py': `"""Tests."""\n\n\nclass Transport:\n    """A stand-in of the tests."""\n\n    def send_tone(self, digit):\n        """Nothing is sent."""\n        self.sent = digit\n        return digit\n\n\ndef make_call(number):\n    """In the tests."""\n    call = number\n    return call\n`,
  'examples/ivr/README.md': '# IVR navigation\n\nTalks to phone menus by tones.\n',
  'examples/ivr/bot.py': `from voice.alpha import Transport\n\n\ndef make_call(number):\n    """In the example."""\n    transport = Transport()\n    return transport.send_tone(number)\n\n\ndef main():\n    return make_call(5)\n`,
  'examples/ivr/server/routes.py':
    'from bot import make_call\n\n\ndef route(request):\n    number = request.number\n    return make_call(number)\n\n\n# Not a heading\n',
  'examples/ivr/requirements.txt': 'voice-framework==1.2.3\n',
  'examples/large/bot.py': 'def main():\n    return 1\n',
  'examples/large/data.py': `words = [\n${`    "${'long '.repeat(120)}",\n`.repeat(110)}]\n`,
  'examples/large/utils.py': 'def helper():\n    return 2\n',
};

/** Pages of a site, and one that says its own address. */
export const siteFiles: Record<string, string> = {
  'index.mdx': '---\ntitle: Welcome\n---\n\nStart here.\n',
  'guides/index.mdx': '---\ntitle: All guides\n---\n\nEvery guide there is.\n',
  'guides/end-call.mdx':
    '---\ntitle: Ending a call\n---\n\nHow a call ends.\n\n## Hang up (now)\n\nPush an EndFrame.\n\n### By the bot\n\nThe bot says goodbye.\n\n## Drop\n\nCancel the task.\n',
  'guides/my page.md': '# My page\n\nA name with a blank.\n',
  'reference/README.md': '# Reference\n\nWhat all the parts are.\n',
  'reference/end-call.mdx': '---\ntitle: end-call\n---\n\nThe parameters of ending.\n',
  'notes/no-headings.txt': 'Just words without any heading.\n',
};

/** A folder with nothing around it: no host, no site. */
export const plainFiles: Record<string, string> = {
  'README.md': '# Plain\n\nNothing special.\n',
  'docs/own.md': '---\nurl: https://elsewhere.example/pages/own\n---\n\n# Own\n\nThis page says where it is read.\n',
  'docs/50%_off.md': '# Fifty\n\nSigns that a pattern would take for its own.\n',
  'docs/50x-off.md': '# Not fifty\n\nWhat the pattern would find.\n',
  'src/voice/alpha.py': 'def connect(url):\n    """In the plain folder."""\n    where = url\n    return where\n',
};

/** The same text on another host, whose addresses of files are made otherwise. */
export const gitlabFiles: Record<string, string> = {
  'README.md': '# Tools\n\nOn another host.\n',
  'docs/use it.md': '# Use\n\nUse the tools.\n',
};

export interface LookupCorpus {
  hub: TestHub;
  /** By words alone: what is asked here needs no meaning. */
  retriever: Retriever;
  voiceCommit: string;
  toolsCommit: string;
  close(): void;
}

/** Indexes all of it with the real pipeline. */
export async function lookupCorpus(): Promise<LookupCorpus> {
  const voice = makeRepository(voiceFiles);
  git(voice.folder, 'remote', 'add', 'origin', 'https://github.com/acme/voice.git');
  const tools = makeRepository(gitlabFiles);
  git(tools.folder, 'remote', 'add', 'origin', 'git@gitlab.com:group/sub/tools.git');
  const site = temporaryFolder();
  writeFiles(site, siteFiles);
  const plain = temporaryFolder();
  writeFiles(plain, plainFiles);
  const sources: SourceSpecification[] = [
    { name: 'voice', kind: 'git', location: voice.folder },
    { name: 'tools', kind: 'git', location: tools.folder },
    { name: 'site', kind: 'docs', location: site, siteUrl: 'https://docs.voice.example' },
    { name: 'plain', kind: 'folder', location: plain },
  ];
  const hub = testHub(':memory:', temporaryFolder());
  const report = await hub.index(sources);
  const bad = report.sources.filter((source) => source.outcome !== 'indexed');
  if (bad.length > 0) throw new Error(JSON.stringify(bad));
  const retriever = new Retriever({
    connection: hub.connection,
    vectors: null,
    embedder: null,
    spaceId: () => null,
    withoutMeaning: null,
    logger: silentLogger,
  });
  return { hub, retriever, voiceCommit: voice.commit, toolsCommit: tools.commit, close: () => hub.connection.close() };
}
