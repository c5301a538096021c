import { describe, expect, it } from 'vitest';
import { ClaudeRecords, hubSession, readBytes } from '../../../helpers/transcript-bytes.ts';

/** Faults that programs that read transcripts have had, each by the smallest file that shows it. */
const lines = hubSession().lines();
const whole = readBytes(`${lines.join('\n')}\n`);

function withLine(index: number, change: (line: string) => string): string {
  return `${lines.map((line, place) => (place === index ? change(line) : line)).join('\n')}\n`;
}

const nul = (count: number): string => '\0'.repeat(count);

describe('a damaged transcript', () => {
  it('is whole where nothing is damaged', () => {
    expect(whole.file).toMatchObject({
      agent: 'claude',
      records: 8,
      skippedCount: 0,
      repaired: 0,
      toolCalls: 3,
      mcpCalls: 3,
      unanswered: 0,
      messages: 4,
      outputTokens: 35,
    });
    expect(whole.calls.map(({ server, tool, order, turn }) => [server, tool, order, turn])).toEqual([
      ['hub', 'search', 0, 0],
      ['hub', 'search', 1, 0],
      ['hub', 'search', 2, 0],
    ]);
  });

  it.each([200, 9_000])('a line of %i NUL bytes is skipped', (count) => {
    const { file, calls } = readBytes(withLine(3, (line) => `${nul(count)}\n${line}`));
    expect(file).toMatchObject({ records: 8, repaired: 0, skipped: [{ line: 4, reason: expect.stringContaining('NUL') }] });
    expect(calls.map(({ result }) => result)).toEqual(whole.calls.map(({ result }) => result));
  });

  it.each([200, 9_000])('%i NUL bytes before a record, after it, and between two', (count) => {
    expect(readBytes(withLine(3, (line) => nul(count) + line)).file).toMatchObject({ records: 8, skippedCount: 0, repaired: 1 });
    expect(readBytes(withLine(3, (line) => line + nul(count))).file).toMatchObject({ records: 8, skippedCount: 0, repaired: 1 });
    const glued = [...lines.slice(0, 2), lines[2]! + nul(count) + lines[3]!, ...lines.slice(4)].join('\n');
    expect(readBytes(glued).file).toMatchObject({ records: 8, skippedCount: 0, repaired: 1, toolCalls: 3, unanswered: 0 });
  });

  it('two and three records on one line', () => {
    expect(readBytes(lines.join('')).file).toMatchObject({
      records: 8,
      repaired: 1,
      pendingTail: false,
      toolCalls: 3,
      unanswered: 0,
    });
    expect(readBytes([lines.slice(0, 3).join(''), ...lines.slice(3)].join('\n')).file).toMatchObject({
      records: 8,
      skippedCount: 0,
      repaired: 1,
    });
  });

  it('the beginning of a record and the next one on one line lose one record, wherever it is cut', () => {
    for (let cut = 1; cut < lines[2]!.length; cut += 7) {
      const { file } = readBytes([...lines.slice(0, 2), lines[2]!.slice(0, cut) + lines[3]!, ...lines.slice(4)].join('\n'));
      expect(file, `cut at ${cut}`).toMatchObject({ records: 7, skippedCount: 0, repaired: 1, toolCalls: 3 });
    }
  });

  it('a raw control character in a string is escaped', () => {
    for (const character of ['\u0001', '\t', '\u001b', '\0']) {
      const { file, read } = readBytes(withLine(0, (line) => line.replace('hello', `hel${character}lo`)));
      expect(file).toMatchObject({ records: 8, skippedCount: 0, repaired: 1 });
      expect(read.sessions[0]!.messages[0]!.text).toBe(`hel${character}lo`);
    }
  });

  it('separators of lines that JSON allows in strings stay there', () => {
    const said = 'a\u2028b\u2029c\u0085d\re';
    const text = new ClaudeRecords()
      .user(said)
      .say('done')
      .text()
      .replace(String.raw`\r`, '\r')
      .replace(/\\u(?:2028|2029|0085)/g, '');
    const { file, read } = readBytes(text);
    expect(file).toMatchObject({ records: 2, skippedCount: 0 });
    expect(read.sessions[0]!.messages[0]!.text).toBe(said);
  });

  it('half a character beyond the basic plane is replaced', () => {
    const { file, read } = readBytes(withLine(0, (line) => line.replace('hello', String.raw`a\ud83d b`)));
    expect(file).toMatchObject({ records: 8, skippedCount: 0, repaired: 0 });
    expect(read.sessions[0]!.messages[0]!.text).toBe('a\uFFFD b');
    expect(read.sessions[0]!.turns[0]!.prompt.isWellFormed()).toBe(true);
  });

  it('a line above the cap is passed over, and held by nobody', () => {
    const long = withLine(2, (line) => line.replace('src/file0', 'x'.repeat(5_000)));
    const { file } = readBytes(long, { limits: { lineBytes: 2_000 }, piece: 64 });
    expect(file).toMatchObject({ records: 7, skipped: [{ line: 3 }], unanswered: 1 });
  });

  it('keys that change objects change none', () => {
    const { calls } = readBytes(
      new ClaudeRecords()
        .user('hi')
        .add({
          type: 'assistant',
          message: {
            role: 'assistant',
            id: 'm',
            content: [
              JSON.parse(
                '{"type":"tool_use","id":"c","name":"Read","input":{"__proto__":{"polluted":1},"constructor":{"x":1},"file_path":"a.py"}}',
              ),
            ],
          },
        })
        .text(),
    );
    expect(calls[0]!.arguments).toEqual({ file_path: 'a.py' });
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.getPrototypeOf(calls[0]!.arguments)).toBe(Object.prototype);
  });

  it('twenty thousand levels of nesting can be sent to another thread', () => {
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const { file, read } = readBytes(withLine(1, (line) => line.replace('"question 0"', deep)));
    expect(file).toMatchObject({ records: 8, toolCalls: 3 });
    expect(() => structuredClone(read)).not.toThrow();
  });

  it('a number beyond all numbers leaves sums as they are', () => {
    const { file, read } = readBytes(withLine(1, (line) => line.replace('"output_tokens":10', '"output_tokens":1e400')));
    expect(file.outputTokens).toBe(25);
    expect(read.sessions[0]!.tokens.output).toBe(25);
  });

  it('parents that go round, and times that go back, are nobody’s concern', () => {
    const made = hubSession();
    for (const [index, record] of made.records.entries()) {
      record['parentUuid'] = made.records[(index + 1) % made.records.length]!['uuid'];
      record['timestamp'] = new Date(Date.UTC(2026, 0, 1) - index * 1000).toISOString();
    }
    const { file, calls, read } = readBytes(made.text());
    expect(file).toMatchObject({ records: 8, toolCalls: 3, unanswered: 0 });
    expect(calls.map(({ durationMs }) => durationMs)).toEqual([null, null, null]);
    expect(read.sessions[0]!.startedAt).toBeLessThan(read.sessions[0]!.endedAt!);
  });

  it('UTF-16 of both orders, with a mark and without', () => {
    const text = lines.join('\n');
    const little = Buffer.from(text, 'utf16le');
    const big = Buffer.from(text, 'utf16le').swap16();
    for (const bytes of [
      little,
      big,
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), big]),
    ])
      expect(readBytes(bytes, { piece: 3 }).file).toMatchObject({ agent: 'claude', records: 8, skippedCount: 0, toolCalls: 3 });
  });

  it('a document that was never finished gives what is whole of it', () => {
    const list = JSON.stringify(hubSession().records, null, 1);
    const { file } = readBytes(list.slice(0, list.length - 300));
    expect(file).toMatchObject({ agent: 'claude', pendingTail: true, toolCalls: 3 });
    expect(file.records).toBeGreaterThanOrEqual(6);
    const gemini = JSON.stringify(
      {
        sessionId: 'g',
        projectHash: '0',
        messages: [
          { id: '1', type: 'user', content: 'hi' },
          { id: '2', type: 'gemini', content: 'ho', toolCalls: [] },
        ],
      },
      null,
      1,
    );
    expect(readBytes(gemini.slice(0, gemini.indexOf('"ho"'))).file).toMatchObject({
      agent: 'gemini',
      records: 1,
      pendingTail: true,
      sessionIds: ['g'],
    });
  });

  it('a damaged element of a document costs that element', () => {
    const list = hubSession().records.map((record) => JSON.stringify(record));
    list[2] = list[2]!.replace('"type":"user"', '"type":"us"er"');
    const { file } = readBytes(`[\n${list.join(',\n')}\n]`);
    expect(file).toMatchObject({ agent: 'claude', records: 7, skippedCount: 1, pendingTail: false });
  });

  it('says of what is no transcript that it is none', () => {
    for (const text of [
      'hello\nworld\n',
      '{"level":"info"}\n'.repeat(300),
      '[1,2,3]',
      '{"a":1}',
      '{"name":"x","version":"1.0.0"}',
      'null',
      '"x"',
      '\u0001\u0002',
      '{{{{',
      '[[[[',
    ])
      expect(readBytes(text, { path: 'x.json' }).file, text.slice(0, 30)).toMatchObject({
        agent: 'unknown',
        transcript: false,
        records: 0,
        skippedCount: 0,
        reason: expect.any(String),
      });
  });

  it('is read though half a million NULs or spaces stand between two records of a line, and as many empty lines before one', () => {
    for (const run of ['\0', ' ', '\u00a0', '\ufeff']) {
      const { file } = readBytes(withLine(2, (line) => `${line}${run.repeat(500_000)}${line}`));
      expect(file).toMatchObject({ records: 9, skippedCount: 0, repaired: 1, toolCalls: 3 });
    }
    expect(readBytes(`${'\n'.repeat(500_000)}${lines.join('\n')}\n`).file).toMatchObject({ records: 8, skippedCount: 0 });
    const list = `[${lines.join(`,${' '.repeat(500_000)}`)}`;
    expect(readBytes(list).file).toMatchObject({ records: 8, pendingTail: true });
  });
});
