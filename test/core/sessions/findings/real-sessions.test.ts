import { describe, expect, it } from 'vitest';
import { analyze } from '../../../../main/core/sessions/analyze.ts';
import { asked, findingsIn, hub, short, venv } from '../../../helpers/findings.ts';
import { hits, MadeTranscript, noHits } from '../../../helpers/made-transcript.ts';
import { readTranscripts } from '../../../helpers/sessions.ts';

describe('pages of the web', () => {
  const guide = 'https://docs.acme.dev/transport/guide';
  const found = { results: [{ title: 'Guide', url: guide, text: 'send_dtmf sends' }] };
  const fetch = (id: string, url: string) => [id, 'WebFetch', { url, prompt: 'how does send_dtmf work?' }] as const;
  const answered = () => new MadeTranscript().prompt('build it').ask('m1', hub, { query: 'send_dtmf' }, found);

  it('that the hub named are its answer, however the address is written', () => {
    for (const url of [guide, `${guide}/`, `${guide}#send`, 'http://www.docs.acme.dev/transport/guide?x=1'])
      expect(
        short(
          findingsIn(
            answered()
              .call(...fetch('w1', url))
              .result('w1', 'page'),
          ),
        ),
      ).toEqual([]);
    const code = { results: [{ url: 'https://github.com/acme/acme/blob/main/docs/send_dtmf.md', text: 'x' }] };
    const raw = new MadeTranscript().prompt('p').ask('m1', hub, { query: 'send_dtmf' }, code);
    raw.call(...fetch('w1', 'https://raw.githubusercontent.com/acme/acme/main/docs/send_dtmf.md')).result('w1', 'page');
    expect(short(findingsIn(raw))).toEqual([]);
  });

  it('that the hub did not name, and are about the question, are a fallback', () => {
    const other = answered()
      .call(...fetch('w1', 'https://docs.other.dev/reference/send_dtmf'))
      .result('w1', 'page');
    expect(short(findingsIn(other))).toEqual([['irrelevant->fallback', 'certain', ['m1'], ['w1']]]);
    const small = new MadeTranscript().prompt('p').ask('m1', hub, { query: 'KeyboardButton style' }, found);
    small.call(...fetch('w1', 'https://docs.other.dev/api#keyboardbutton')).result('w1', 'page');
    expect(short(findingsIn(small))).toEqual([['irrelevant->fallback', 'certain', ['m1'], ['w1']]]);
  });

  it('are the next step where only what is asked of them shares a word with the question', () => {
    const next = answered()
      .call(...fetch('w1', 'https://docs.other.dev/reference/clocks'))
      .result('w1', 'page');
    expect(short(findingsIn(next))).toEqual([]);
  });

  it('opened side by side are no fallback where the hub named one of them', () => {
    const both = answered();
    both.call('w1', 'WebFetch', { url: 'https://docs.other.dev/reference/send_dtmf', prompt: 'x' }, 'msg_w');
    both.call('w2', 'WebFetch', { url: guide, prompt: 'x' }, 'msg_w').result('w1', 'page').result('w2', 'page');
    expect(short(findingsIn(both))).toEqual([]);
  });

  it('that an earlier answer named are followed for its sake, and after a failure are a way out', () => {
    const later = answered().ask('m2', hub, { query: 'transport guide keypad' }, hits('src/keypad.py'));
    expect(short(findingsIn(later.call(...fetch('w1', guide)).result('w1', 'page')))).toEqual([]);
    const failed = answered().ask('m2', hub, { query: 'transport guide keypad' }, noHits);
    expect(short(findingsIn(failed.call(...fetch('w1', guide)).result('w1', 'page')))).toEqual([
      ['zero-hit->fallback', 'certain', ['m2'], ['w1']],
    ]);
  });

  it('that the user named are read for the user', () => {
    const told = new MadeTranscript().prompt(`look at ${guide}`).ask('m1', hub, { query: 'send_dtmf' }, noHits);
    expect(short(findingsIn(told.call(...fetch('w1', guide)).result('w1', 'page')))).toEqual([
      ['zero-hit', 'certain', ['m1'], []],
    ]);
  });
});

describe('what is no look-up in a dependency', () => {
  const bypassed = (...commands: string[]): string[] => {
    const transcript = new MadeTranscript().prompt('build it');
    for (const [place, command] of commands.entries()) transcript.bash(`b${place}`, command);
    return analyze(readTranscripts({ 'a.jsonl': transcript.text() }), { hub: 'context-hub' }).findings.map(
      ({ pattern }) => pattern,
    );
  };
  const eight = (command: (place: number) => string): string[] => Array.from({ length: 8 }, (_, place) => command(place));

  it('a project’s own repository, by whatever address', () => {
    expect(bypassed(...eight((place) => `curl https://raw.githubusercontent.com/me/other/main/${place}.md`))).toEqual(['bypass']);
    expect(bypassed(...eight((place) => `curl https://raw.githubusercontent.com/me/proj/main/${place}.md`))).toEqual([]);
    const after = (command: string) =>
      short(findingsIn(asked().bash('b1', command))).map(([pattern, certainty]) => `${pattern} ${certainty}`);
    expect(after('gh api repos/me/other/contents/keypad.py')).toEqual(['zero-hit->fallback probable']);
    expect(after('gh api repos/me/proj/contents/keypad.py')).toEqual(['zero-hit certain']);
  });

  it('issues, and what programs ask of a service', () => {
    expect(bypassed(...eight((place) => `curl https://api.github.com/repos/me/other/issues/${place}`))).toEqual([]);
    expect(bypassed(...eight((place) => `curl https://api.acme.dev/v1/things/${place}`))).toEqual([]);
    expect(bypassed(...eight((place) => `curl https://acme.dev/api/things/${place}`))).toEqual([]);
    expect(bypassed(...eight((place) => `curl https://acme.dev/api/things${place}.html`))).toEqual(['bypass']);
  });

  it('whether something is installed', () => {
    expect(bypassed(...eight((place) => `ls node_modules/.bin/tool${place}`))).toEqual([]);
    expect(bypassed(...eight((place) => `ls node_modules/acme/dist${place}`))).toEqual(['bypass']);
  });
});

describe('the agent’s own search of the web as the hub', () => {
  const search = (answer: string) =>
    new MadeTranscript().prompt('p').call('s1', 'WebSearch', { query: 'send_dtmf acme' }).result('s1', answer);
  const patterns = (transcript: MadeTranscript): string[] =>
    analyze(readTranscripts({ 'a.jsonl': transcript.text() }), { hub: 'WebSearch' }).findings.map(({ pattern }) => pattern);

  it('is judged like any other', () => {
    const none = search('No results found.').grep('g1', 'send_dtmf', venv);
    expect(patterns(none)).toEqual(['zero-hit->fallback']);
  });

  it('says nothing where the transcript does not hold its answer', () => {
    expect(patterns(search('').bash('b1', 'make test'))).toEqual([]);
  });
});

it('a question that was asked in one breath with another does not ask again', () => {
  const both = new MadeTranscript().prompt('p');
  both.call('m1', hub, { query: 'send_dtmf' }, 'msg_b').call('m2', hub, { query: 'send_dtmf keypad' }, 'msg_b');
  both.result('m1', [{ type: 'text', text: JSON.stringify(noHits) }]);
  both.result('m2', [{ type: 'text', text: JSON.stringify(hits('src/acme/transport.py')) }]);
  const [finding, ...rest] = findingsIn(both);
  expect(rest).toEqual([]);
  expect([finding!.pattern, finding!.followUps]).toEqual(['zero-hit', []]);
});
