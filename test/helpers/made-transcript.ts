/** Writes small Claude Code sessions for tests: one record a line, a second apart. */
export class MadeTranscript {
  readonly #session: string;
  readonly #cwd: string;
  readonly #records: object[] = [];
  #clock: number;
  #message = 0;

  constructor(session = '00000000-0000-4000-8000-0000000000aa', cwd = '/srv/proj', begin = '2026-08-01T09:00:00.000Z') {
    this.#clock = Date.parse(begin);
    this.#session = session;
    this.#cwd = cwd;
  }

  #add(record: object): this {
    this.#clock += 1_000;
    this.#records.push({
      parentUuid: null,
      isSidechain: false,
      cwd: this.#cwd,
      sessionId: this.#session,
      version: '2.1.149',
      uuid: `${this.#session}-${this.#records.length}`,
      timestamp: new Date(this.#clock).toISOString(),
      ...record,
    });
    return this;
  }

  prompt(text: string): this {
    return this.#add({ type: 'user', message: { role: 'user', content: text } });
  }

  say(text: string): this {
    return this.#assistant([{ type: 'text', text }]);
  }

  #assistant(content: object[], id = `msg_${(this.#message += 1)}`): this {
    return this.#add({
      type: 'assistant',
      message: { model: 'm', id, type: 'message', role: 'assistant', content, usage: { input_tokens: 1, output_tokens: 1 } },
    });
  }

  /** A call without its result; several with the same `message` ran side by side. */
  call(id: string, name: string, input: object, message?: string): this {
    return this.#assistant([{ type: 'tool_use', id, name, input }], message);
  }

  result(id: string, content: unknown, more: { isError?: boolean; toolUseResult?: unknown } = {}): this {
    return this.#add({
      type: 'user',
      message: {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content, ...(more.isError === true ? { is_error: true } : {}) }],
      },
      toolUseResult: more.toolUseResult ?? content,
    });
  }

  /** A call of an MCP server with its answer as JSON. */
  ask(id: string, tool: string, input: object, answer: unknown): this {
    const text = typeof answer === 'string' ? answer : JSON.stringify(answer);
    return this.call(id, tool, input).result(id, [{ type: 'text', text }]);
  }

  read(id: string, path: string): this {
    return this.call(id, 'Read', { file_path: path }).result(id, '     1\tline', {
      toolUseResult: { type: 'text', file: { filePath: path, content: 'line', numLines: 1, startLine: 1, totalLines: 1 } },
    });
  }

  grep(id: string, pattern: string, path: string, found: string[] = []): this {
    return this.call(id, 'Grep', { pattern, path }).result(
      id,
      found.length === 0 ? 'No files found' : `Found ${found.length} files\n${found.join('\n')}`,
      { toolUseResult: { mode: 'files_with_matches', filenames: found, numFiles: found.length } },
    );
  }

  bash(id: string, command: string, stdout = 'x'): this {
    return this.call(id, 'Bash', { command }).result(id, stdout, { toolUseResult: { stdout, stderr: '', interrupted: false } });
  }

  edit(id: string, path: string, text = 'b'): this {
    return this.call(id, 'Edit', { file_path: path, old_string: 'a', new_string: text }).result(id, 'The file was updated.');
  }

  /** Any other record. */
  record(record: object): this {
    return this.#add(record);
  }

  text(): string {
    return this.#records.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
}

/** A hub's answer with hits at paths. */
export function hits(...paths: string[]): object {
  return {
    hits: paths.map((path, place) => ({ doc_id: `d${place}`, snippet: 's', citation: { repo: 'acme/acme', path }, score: 0.8 })),
    evidence: { known: [], unknown: [], confidence: 0.8, low_confidence: false },
  };
}

export const noHits = {
  hits: [],
  evidence: { known: [], unknown: [{ question: 'No content found' }], confidence: 0, low_confidence: true },
};

/** An answer that the hub itself does not trust. */
export function lowConfidence(...paths: string[]): object {
  return { ...hits(...paths), evidence: { known: [], unknown: [], confidence: 0.12, low_confidence: true } };
}
