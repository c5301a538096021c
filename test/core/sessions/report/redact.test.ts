import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor, namesIn } from '../../../../main/core/sessions/report/redact.ts';
import { redactData, writeReport } from '../../../../main/core/sessions/report/redacted-report.ts';
import { analyze } from '../../../../main/core/sessions/analyze.ts';
import { runs } from '../../../helpers/effort.ts';
import { MadeTranscript, noHits } from '../../../helpers/made-transcript.ts';
import { readTranscripts } from '../../../helpers/sessions.ts';

const base62 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'.split('');
const hex = '0123456789abcdef'.split('');
const some = (signs: readonly string[], length: number) =>
  fc.array(fc.constantFrom(...signs), { minLength: length, maxLength: length }).map((list) => list.join(''));
const prefixed = (prefix: string, length: number, signs: readonly string[] = base62) =>
  some(signs, length).map((rest) => prefix + rest);

/** Keys as their vendors make them; each is a whole that must not survive. */
const keys = fc.oneof(
  prefixed('AKIA', 16, 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'.split('')),
  prefixed('ghp_', 36),
  prefixed('github_pat_', 40),
  prefixed('glpat-', 20),
  prefixed('sk-ant-api03-', 40),
  prefixed('sk-proj-', 40),
  prefixed('sk-', 40),
  prefixed('sk_live_', 24),
  prefixed('xoxb-', 30),
  prefixed('AIza', 35),
  prefixed('npm_', 36),
  prefixed('hf_', 34),
  prefixed('lin_api_', 40),
  prefixed('AC', 32, hex),
  fc.tuple(some(base62, 20), some(base62, 30), some(base62, 20)).map(([a, b, c]) => `eyJ${a}.eyJ${b}.${c}`),
);
const name = fc
  .tuple(fc.constantFrom('ada', 'grace', 'linus', 'margaret', 'zoë'), fc.constantFrom('', '.hopper', '_lovelace', '42', '-h'))
  .map((parts) => parts.join(''));
const home = fc.tuple(fc.constantFrom(['', 'home', ''], ['', 'Users', ''], ['C:', 'Users', '']), name).map(([lead, owner]) => ({
  owner,
  path: lead[0] === '' ? `${lead.join('/')}${owner}` : `${lead.join('\\')}${owner}`,
}));
const host = fc.constantFrom(
  'build-7.corp.internal',
  'nas.local',
  'git.wonderland-works.com',
  'db01.prod.wonderland.net',
  'raspi.lan',
);
const email = fc
  .tuple(name, fc.constantFrom('wonderland.net', 'mail.example.org', 'x.co.uk'))
  .map(([user, at]) => `${user}@${at}`);
const words = fc.constantFrom('', 'see ', 'token: ', 'at ', '(', '"', "cd '", 'x=', 'url ', '\n', '日本 ');
const ends = fc.constantFrom('', ' ', ')', '"', "'", '\n', ', then', ';', ' 文');

/** Secrets and names by how they are written on command lines and in headers; none has a form of its own. */
const written = fc
  .tuple(some(base62, 9), some(base62, 5), some('abcdefghijkmnpqrstuvwxyz'.split(''), 6), fc.nat({ max: 12 }))
  .map(([secret, small, box, which]): { text: string; gone: string[] } => {
    const short = `q${small}`;
    const machine = `${box}7`;
    const forms: { text: string; gone: string[] }[] = [
      { text: `mysql -u app -p${short} db`, gone: [short] },
      { text: `mysqldump -h ${machine}.lan -p '${short}' db`, gone: [short, machine] },
      { text: `deploy --password ${short}`, gone: [short] },
      { text: `deploy --db-password "${short} ${secret}"`, gone: [short, secret] },
      { text: `PGPASSWORD=${short} psql`, gone: [short] },
      { text: `curl -u app:${short} https://x.example.com`, gone: [short] },
      { text: `curl -H 'Authorization: Basic ${short}'`, gone: [short] },
      { text: `git clone https://app:${short}@${secret}@git.example.com/a`, gone: [short, secret] },
      { text: `ssh -p 2222 ${machine} uptime`, gone: [machine] },
      { text: `"hostname": "${machine}"`, gone: [machine] },
      { text: `\\\\${machine}\\share`, gone: [machine] },
      { text: ['C:', 'Users', `Q${box} W${small}x`, 'work'].join('/'), gone: [`Q${box}`, `W${small}x`] },
      { text: ['', 'Users', `q${box} ${machine}`, 'work'].join('/'), gone: [`q${box} ${machine}`] },
    ];
    return forms[which]!;
  });

describe('redaction', () => {
  it('lets no key, address, home folder or host survive, wherever it stands', () => {
    const secret = fc.oneof(
      keys.map((text) => ({ text, gone: [text] })),
      email.map((text) => ({ text, gone: [text] })),
      home.map(({ path, owner }) => ({ text: `${path}/work`, gone: [path, owner] })),
      host.map((text) => ({ text: `https://${text}/page`, gone: [text] })),
      host.map((text) => ({ text, gone: [text] })),
      fc.constantFrom('10.1.2.3', '192.168.17.4').map((text) => ({ text, gone: [text] })),
      some(base62, 16).map((text) => ({ text: `password=${text}`, gone: [text] })),
      some(base62, 16).map((text) => ({ text: `postgres://ada:${text}@db.wonderland.net/x`, gone: [text, 'db.wonderland.net'] })),
      some(base62, 24).map((text) => ({ text: `Authorization: Bearer ${text}`, gone: [text] })),
      written,
    );
    fc.assert(
      fc.property(fc.array(fc.tuple(words, secret, ends), { minLength: 1, maxLength: 6 }), (parts) => {
        const text = parts.map(([before, { text: hidden }, after]) => `${before}${hidden}${after} `).join('');
        const { redact } = createRedactor(namesIn([text]));
        const out = redact(text);
        for (const [, { gone }] of parts) for (const word of gone) expect(out.toLowerCase()).not.toContain(word.toLowerCase());
      }),
      { numRuns: runs(300) },
    );
  });

  it('changes nothing more the second time', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.oneof(
            keys,
            email,
            host,
            home.map(({ path }) => path),
            fc.string(),
          ),
        ),
        (parts) => {
          const text = parts.join(' ');
          const { redact } = createRedactor(namesIn([text]));
          const once = redact(text);
          expect(redact(once)).toBe(once);
        },
      ),
      { numRuns: runs(200) },
    );
  });

  it('takes any text, and texts made to be slow', () => {
    const { redact } = createRedactor({ users: ['ada', '.*', '(('], hosts: ['a.b'] });
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => typeof redact(text) === 'string'),
      { numRuns: runs(200) },
    );
    for (const piece of [
      'a.',
      'a@',
      '-----BEGIN PRIVATE KEY-----',
      'password=',
      ':',
      '1.',
      '/home/',
      'eyJ',
      'curl -u ',
      '--token ',
      'password: "',
      'Cookie: ',
      'C:\\Users\\a b ',
      '-home-a',
    ])
      expect(typeof redact(piece.repeat(20_000))).toBe('string');
  });

  it('leaves alone what tells nothing about anybody', () => {
    const text =
      'asyncio.sleep(self.timeout) in src/pipecat/base.py, https://github.com/a/b and http://127.0.0.1:8000, v1.2.3.4 of root';
    expect(
      createRedactor(namesIn([text])).redact('asyncio.sleep(self.timeout) in src/pipecat/base.py, https://github.com/a/b'),
    ).toBe('asyncio.sleep(self.timeout) in src/pipecat/base.py, https://github.com/a/b');
    expect(createRedactor().redact('socket.on and np.array, foo.com() is a call')).toBe(
      'socket.on and np.array, foo.com() is a call',
    );
  });

  it('takes a name out everywhere once one place has told it', () => {
    const folder = ['', 'home', 'grace', 'bot'].join('/');
    const { data, redactions } = redactData({
      path: folder,
      note: 'Grace wrote it',
      munged: '-home-grace-bot',
      deep: [{ key: 'x' }],
    });
    expect(data).toEqual({ path: '~/bot', note: '[user] wrote it', munged: '~-bot', deep: [{ key: 'x' }] });
    expect(redactions).toEqual([
      { kind: 'home path', count: 2 },
      { kind: 'user name', count: 1 },
    ]);
  });

  it('holds for whole reports, in both forms', () => {
    fc.assert(
      fc.property(keys, email, home, (key, address, { path, owner }) => {
        const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000ee', `${path}/bot`)
          .prompt('p')
          .ask('m1', 'mcp__context-hub__search_docs', { query: `rotate ${key} ${address}` }, noHits)
          .grep('g1', `rotate ${key}`, `${path}/bot/node_modules/acme`);
        const read = readTranscripts({ 'a.jsonl': transcript.text() });
        const analysis = analyze(read);
        const input = { ...analysis, sessions: 1, files: [], servers: [], findingTotal: 1 };
        expect(analysis.findings).toHaveLength(1);
        for (const format of ['markdown', 'json'] as const) {
          const { text } = writeReport(input, format, { redact: true });
          for (const word of [key, address, owner]) expect(text.toLowerCase()).not.toContain(word.toLowerCase());
          expect(writeReport(input, format, { redact: false }).text).toContain('zero-hit');
        }
      }),
      { numRuns: runs(40) },
    );
  });

  it('lets nothing that is written on a command line into a report, in either form', () => {
    fc.assert(
      fc.property(written, written, (one, other) => {
        const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000ed', '/srv/proj')
          .prompt(one.text)
          .ask('m1', 'mcp__context-hub__search_docs', { query: `rotate_key ${one.text}` }, noHits)
          .bash('b1', `${other.text}; grep -rn rotate_key node_modules/acme`);
        const analysis = analyze(readTranscripts({ 'a.jsonl': transcript.text() }));
        expect(analysis.findings).toHaveLength(1);
        const input = { ...analysis, sessions: 1, files: [], servers: [], findingTotal: 1 };
        for (const format of ['markdown', 'json'] as const) {
          const { text } = writeReport(input, format, { redact: true });
          for (const word of [...one.gone, ...other.gone]) expect(text).not.toContain(word);
        }
      }),
      { numRuns: runs(100) },
    );
  });

  it('says of root’s home folder only that it is one', () => {
    const key = ['', 'root', '.ssh', 'id'].join('/');
    expect(createRedactor().redact(`cat ${key} /rootfs a/root`)).toBe('cat ~/.ssh/id /rootfs a/root');
  });

  it('leaves prose about hosts and passwords alone', () => {
    const text = 'ssh into the server; the host is up; password: str, token: str; host(x: string)';
    expect(createRedactor(namesIn([text])).redact(text)).toBe(text);
  });

  it('leaves a report whole where somebody is called like one of its words', () => {
    const owners = ['hub', 'files', 'agent', 'zero', 'claude', 'certain', 'session', 'calls', 'good', 'pattern', 'servers'];
    for (const owner of owners) {
      const folder = ['', 'home', owner, 'bot'].join('/');
      const transcript = new MadeTranscript('00000000-0000-4000-8000-0000000000ef', folder)
        .prompt('p')
        .ask('m1', 'mcp__context-hub__search_docs', { query: 'rotate_key' }, noHits)
        .grep('g1', 'rotate_key', `${folder}/node_modules/acme`);
      const analysis = analyze(readTranscripts({ 'a.jsonl': transcript.text() }));
      const file = { path: `${folder}/a.jsonl`, agent: 'claude', records: 4, skipped: 0, repaired: 0, pendingTail: false };
      const input = { ...analysis, sessions: 1, files: [{ ...file, toolCalls: 2, mcpCalls: 1 }], servers: [] };
      const { text } = writeReport(input, 'json', { redact: true });
      expect(text).not.toContain(folder);
      const out = JSON.parse(text);
      expect(Object.keys(out)).toEqual(Object.keys(input));
      expect(Object.keys(out.findings[0])).toEqual(Object.keys(analysis.findings[0]!));
      expect(out.findings).toMatchObject([{ pattern: 'zero-hit->fallback', certainty: 'certain', agent: 'claude' }]);
      expect(out.metrics.outcomes).toEqual({ 'zero-hit': 1 });
      expect(writeReport(input, 'markdown', { redact: true }).text).toContain('zero-hit → fallback (certain)');
    }
  });

  it('takes names out of the types of records too, and adds up what becomes the same', () => {
    const folder = ['', 'home', 'grace', 'bot'].join('/');
    const { data } = redactData({ path: folder, unknownTypes: { grace: 2, Grace: 3, agent: 1 } });
    expect(data).toEqual({ path: '~/bot', unknownTypes: { '[user]': 5, agent: 1 } });
  });

  it('takes out names and secrets in the forms in which they were found to survive', () => {
    const key = 'abcdefghijklmnopqrstuvwxyz0123456789ABCDEFGH';
    const digits = '0123456789abcdef'.repeat(3);
    const users = ['Users', 'Ada Lovelace', 'proj'];
    const cases: [text: string, secret: string][] = [
      [`C:\\${users.join('\\')}`, 'Lovelace'],
      [['', 'mnt', 'c', 'Users', 'grace', 'x'].join('/'), 'grace'],
      [['', 'data', 'home', 'grace', 'x'].join('/'), 'grace'],
      ['password: "two words here"', 'two words'],
      ["{'passphrase': 'two words here'}", 'two words'],
      [`tool --api-token ${key}`, key],
      ['curl -u grace:s3cret https://example.com', 's3cret'],
      ['Cookie: session=0123456789abcdef; theme=dark', '0123456789abcdef'],
      ['ping 2001:db8::8a2e:370:7334 now', '8a2e'],
      ['ping fe80::1 now', 'fe80'],
      ...['xai-', 'pplx-', 'tvly-', 'glc_', 'figd_', 'secret_', 'ntn_', 'phc_', 'sntrys_', '1234567890:AA'].map(
        (prefix): [string, string] => [`use ${prefix}${key}`, key],
      ),
      [`use dapi${digits.slice(0, 32)}`, digits.slice(0, 32)],
      [`use fc-${digits.slice(0, 32)}`, digits.slice(0, 32)],
      [`use sbp_${digits.slice(0, 40)}`, digits.slice(0, 40)],
      [`https://discord.com/api/webhooks/1234/${key}`, key],
    ];
    for (const [text, secret] of cases) {
      const { redact } = createRedactor(namesIn([text]));
      const once = redact(text);
      expect(once, text).not.toContain(secret);
      expect(redact(once)).toBe(once);
    }
    const munged = ['~', '.claude', 'projects', '-home-ada-lovelace-work', 'a.jsonl'].join('/');
    expect(createRedactor({ users: ['ada.lovelace'] }).redact(munged)).toBe('~/.claude/projects/~-work/a.jsonl');
    const plain = 'std::vector and a::b::c at 12:30:45, --token-limit 200000, sort -u file:name, the password is asked for';
    expect(createRedactor().redact(plain)).toBe(plain);
  });
});
