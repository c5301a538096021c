import { describe, expect, it } from 'vitest';
import { sessionTitle } from '../../../main/core/sessions/session-title.ts';
import { MadeTranscript } from '../../helpers/made-transcript.ts';
import { readTranscripts } from '../../helpers/sessions.ts';

const titleOf = (transcript: MadeTranscript): string | null =>
  sessionTitle(readTranscripts({ 'session.jsonl': transcript.text() }).sessions[0]!);

describe('the title of a session', () => {
  it('is the one that the agent gave it', () => {
    const session = new MadeTranscript()
      .prompt('Add a bot')
      .say('ok')
      .record({ type: 'ai-title', aiTitle: 'A bot for the door' });
    expect(titleOf(session)).toBe('A bot for the door');
  });

  it('is else the first line of the first prompt, cut', () => {
    expect(titleOf(new MadeTranscript().prompt('\n  Add a bot \nwith a tone').prompt('Now test it'))).toBe('Add a bot');
    expect(titleOf(new MadeTranscript().prompt('<task>\nAdd a bot\n</task>'))).toBe('Add a bot');
    expect(titleOf(new MadeTranscript().prompt('<task>'))).toBe('<task>');
    const long = titleOf(new MadeTranscript().prompt('a bot '.repeat(100)))!;
    expect([long.length, long.endsWith('…')]).toEqual([161, true]);
  });

  it('reads as it is, whatever signs it holds that turn text around', () => {
    expect(titleOf(new MadeTranscript().prompt('\u202eAdd \u2066a bot\u2069\u202c now'))).toBe('Add a bot now');
  });

  it('is none where nothing was said', () => {
    expect(sessionTitle({ title: ' ', messages: [] })).toBeNull();
  });
});
