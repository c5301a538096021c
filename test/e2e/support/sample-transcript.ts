import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hits, lowConfidence, MadeTranscript, noHits } from '../../helpers/made-transcript.ts';

/** Somebody's home, which no report may name. */
export const sampleHome = ['', 'home', 'dev'].join('/');
const project = `${sampleHome}/doorbell`;
const installed = `${project}/.venv/lib/python3.12/site-packages/voicekit`;

/** The query whose answer was empty, though the package has it. */
export const missedQuery = 'encode_tone milliseconds';

/** A session by its number, in which each call has an id of its own. */
class SampleSession extends MadeTranscript {
  #calls = 0;

  constructor(number: number, begin: string) {
    super(`00000000-0000-4000-8000-${String(number).padStart(12, '0')}`, project, begin);
  }

  next(): string {
    this.#calls += 1;
    return `call_${this.#calls}`;
  }
}

/** One session with much that can go wrong, of some sixty calls. */
function longSession(): string {
  const session = new SampleSession(1, '2026-08-03T09:00:00.000Z');
  const ask = (tool: string, query: string, answer: object): MadeTranscript =>
    session.ask(session.next(), `mcp__${tool}`, { query }, answer);
  session.prompt('Ring the doorbell with a farewell tone.');
  ask('context-hub__search_docs', 'hanging up', hits('docs/hang-up.md', 'docs/tones.md'));
  session.say('Calls end with hang_up.');
  ask('context-hub__search_api', missedQuery, noHits);
  session.grep(session.next(), 'encode_tone', installed, [`${installed}/tones.py`]).read(session.next(), `${installed}/tones.py`);
  ask('context-hub__search_api', 'phone line release', lowConfidence('src/voicekit/phone.py'));
  ask('context-hub__search_api', 'Line.release of a phone line', hits('src/voicekit/phone.py'));
  ask('wiki__search', 'doorbell wiring', hits('wiki/doorbell.md'));
  for (let turn = 0; turn < 6; turn += 1) {
    ask('context-hub__search_examples', `doorbell example number ${turn}`, hits('examples/doorbell/bot.py'));
    session.read(session.next(), `${project}/src/part_${turn}.py`).bash(session.next(), 'ls src', 'bot.py');
  }
  session.edit(session.next(), `${project}/src/bot.py`).bash(session.next(), 'pytest -q', '3 passed');
  for (let turn = 0; turn < 5; turn += 1)
    session
      .read(session.next(), `${project}/src/step_${turn}.py`)
      .edit(session.next(), `${project}/src/step_${turn}.py`)
      .bash(session.next(), `pytest -q step_${turn}`, '1 passed');
  const broken = session.next();
  session
    .call(broken, 'mcp__context-hub__get_code_snippet', { symbol: 'Phone.dial' })
    .result(broken, 'MCP error -32000: Connection closed', { isError: true })
    .grep(session.next(), 'def dial', installed, [`${installed}/phone.py`])
    .read(session.next(), `${installed}/phone.py`);
  for (let turn = 0; turn < 4; turn += 1)
    session.edit(session.next(), `${project}/src/last_${turn}.py`).bash(session.next(), `pytest -q last_${turn}`, '1 passed');
  return session
    .grep(session.next(), 'class Line', installed, [`${installed}/phone.py`])
    .read(session.next(), `${installed}/phone.py`)
    .say('The doorbell says goodbye now.')
    .text();
}

/** A session in which the hub served well. */
function goodSession(number: number, begin: string): string {
  const session = new SampleSession(number, begin);
  return session
    .prompt(`Add dial tones to room ${number}.`)
    .ask(session.next(), 'mcp__context-hub__search_docs', { query: 'dial tones' }, hits('docs/tones.md'))
    .ask(session.next(), 'mcp__context-hub__search_api', { query: 'Phone.hang_up' }, hits('src/voicekit/phone.py'))
    .edit(session.next(), `${project}/src/room.py`)
    .say('Done.')
    .text();
}

/** A line in the middle that no reader can mend. */
const damaged = '{"type":"assistant","message":\n';

/** Writes a folder of sessions as an agent keeps them: one that went wrong, one that went well, and a damaged one. */
export async function writeSampleTranscripts(folder: string): Promise<void> {
  const files: Record<string, string> = {
    '-home-dev-doorbell/00000000-0000-4000-8000-000000000001.jsonl': longSession(),
    '-home-dev-doorbell/00000000-0000-4000-8000-000000000002.jsonl': goodSession(2, '2026-08-04T10:00:00.000Z'),
    '-home-dev-doorbell/00000000-0000-4000-8000-000000000003.jsonl': `${goodSession(3, '2026-08-06T11:00:00.000Z')}${damaged}`,
    'notes.txt': 'Nothing of an agent.\n',
  };
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** What the agent of the second session writes next. */
export function laterCalls(): string {
  const session = new SampleSession(2, '2026-08-04T10:30:00.000Z');
  session.prompt('And a tone for the door.').ask('call_later', 'mcp__context-hub__search_docs', { query: 'door tone' }, noHits);
  // Records are told apart by their ids.
  return session.text().replaceAll('"uuid":"', '"uuid":"later-');
}
