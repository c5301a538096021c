import { closeSync, openSync, writeSync } from 'node:fs';
import { seededRandom } from '../../core/seeded-random.ts';

const words =
  'the agent looks for where a frame is sent and finds that the transport class keeps a queue of them until it is connected'.split(
    ' ',
  );
const linesOfCode = [
  '    async def send_frame(self, frame: Frame, direction: FrameDirection = FrameDirection.DOWNSTREAM):',
  '        """Sends a frame to the next processor of the pipeline."""',
  '        if isinstance(frame, StartFrame): self._params = frame.params',
  '        await self.push_frame(frame, direction)  # → the next one',
  '    def __init__(self, *, params: TransportParams, name: str | None = None):',
];
const pieceBytes = 1 << 16;

/**
 * Writes a session of Claude Code of about so many bytes, made up but of the shapes and sizes of real ones: half of it results of reads, written twice in each
 * record as there, a fifth searches, edits, commands, what was said, records of progress, and one search of a hub in twenty calls. Returns the number of calls.
 */
export function writeSessionRecords(path: string, bytes: number, seed = 1): number {
  const random = seededRandom(seed);
  const file = openSync(path, 'w');
  let written = 0;
  let calls = 0;
  let number = 0;
  let parent: string | null = null;
  let pending: string[] = [];
  let pendingBytes = 0;
  const pick = <Item>(list: readonly Item[]): Item => list[Math.floor(random() * list.length)]!;
  const prose = (count: number): string => Array.from({ length: count }, () => pick(words)).join(' ');
  const code = (count: number): string =>
    Array.from({ length: count }, (_, line) => `${String(line + 1).padStart(6)}\t${pick(linesOfCode)}`).join('\n');
  const put = (record: Record<string, unknown>): void => {
    number += 1;
    const uuid = `00000000-0000-4000-8000-${number.toString(16).padStart(12, '0')}`;
    const line = JSON.stringify({
      parentUuid: parent,
      isSidechain: false,
      userType: 'external',
      cwd: '/srv/project',
      sessionId: '00000000-0000-4000-8000-00000000beef',
      version: '2.1.100',
      gitBranch: 'main',
      uuid,
      timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1500).toISOString(),
      ...record,
    });
    parent = uuid;
    pending.push(line, '\n');
    pendingBytes += line.length + 1;
    if (pendingBytes < pieceBytes) return;
    flush();
  };
  const flush = (): void => {
    written += writeSync(file, pending.join(''));
    pending = [];
    pendingBytes = 0;
  };
  const call = (name: string, input: unknown, content: unknown, detail: unknown): void => {
    calls += 1;
    const id = `toolu_${calls.toString(36).padStart(20, '0')}`;
    const usage = { input_tokens: 5, cache_creation_input_tokens: 900, cache_read_input_tokens: 30_000, output_tokens: 120 };
    const message = { model: 'model', id: `msg_${calls}`, type: 'message', role: 'assistant', stop_reason: 'tool_use', usage };
    put({ type: 'assistant', requestId: `req_${calls}`, message: { ...message, content: [{ type: 'text', text: prose(12) }] } });
    put({
      type: 'assistant',
      requestId: `req_${calls}`,
      message: { ...message, content: [{ type: 'tool_use', id, name, input }] },
    });
    put({
      type: 'user',
      message: { role: 'user', content: [{ tool_use_id: id, type: 'tool_result', content }] },
      toolUseResult: detail,
    });
  };
  try {
    while (written < bytes) {
      const kind = random();
      const source = `/srv/project/src/module_${Math.floor(random() * 400)}/part.py`;
      if (kind < 0.05) {
        const hits = Array.from({ length: 6 }, (_, hit) => ({ path: `src/part_${hit}.py`, snippet: code(6), score: random() }));
        const text = JSON.stringify({ hits, evidence: { confidence: 0.8, low_confidence: false } });
        call('mcp__context-hub__search_docs', { query: prose(4) }, [{ type: 'text', text }], [{ type: 'text', text }]);
      } else if (kind < 0.4) {
        const text = code(20 + Math.floor(random() * 180));
        call('Read', { file_path: source }, text, {
          type: 'text',
          file: { filePath: source, content: text, numLines: 100, startLine: 1, totalLines: 400 },
        });
      } else if (kind < 0.6) {
        const filenames = Array.from({ length: 12 }, (_, each) => `/srv/project/src/file_${each}.py`);
        call('Grep', { pattern: 'send_frame', path: '/srv/project' }, `Found 12 files\n${filenames.join('\n')}`, {
          mode: 'files_with_matches',
          filenames,
          numFiles: 12,
        });
      } else if (kind < 0.8) {
        const stdout = code(30);
        call('Bash', { command: 'pytest -q', description: prose(4) }, stdout, {
          stdout,
          stderr: '',
          interrupted: false,
          isImage: false,
        });
        put({
          type: 'progress',
          toolUseID: `bash-${calls}`,
          data: { type: 'bash_progress', output: prose(40), elapsedTimeSeconds: 3 },
        });
      } else if (kind < 0.97) {
        const edit = { file_path: source, old_string: code(8), new_string: code(10) };
        call('Edit', edit, 'The file was updated.', {
          filePath: source,
          oldString: edit.old_string,
          newString: edit.new_string,
          originalFile: code(120),
          structuredPatch: [],
        });
      } else put({ type: 'user', message: { role: 'user', content: prose(30) } });
    }
    flush();
  } finally {
    closeSync(file);
  }
  return calls;
}
