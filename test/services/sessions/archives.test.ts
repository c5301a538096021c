import { rmSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import { gzipSync, zstdCompressSync } from 'node:zlib';
import fc from 'fast-check';
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { SessionCollector } from '../../../main/core/sessions/building/session-collector.ts';
import { ArchiveBudget, type EntryReader } from '../../../main/services/sessions/archive-budget.ts';
import { FollowedTranscripts } from '../../../main/services/sessions/followed-transcripts.ts';
import { CollectingTaker, EntryOpener } from '../../../main/services/sessions/open-entry.ts';
import { readSessions } from '../../../main/services/sessions/read-sessions.ts';
import { TarEntries } from '../../../main/services/sessions/tar-entries.ts';
import { ZipEntries } from '../../../main/services/sessions/zip-entries.ts';
import { readRawRecord } from '../../../main/services/sessions/raw-record.ts';
import { runs } from '../../helpers/effort.ts';
import { tarOf } from '../../helpers/tar.ts';
import { hubSession } from '../../helpers/transcript-bytes.ts';

/** A session whose records are no other session's. */
function sessionOf(id: string): Uint8Array {
  const own = id.charCodeAt(0).toString(16).padStart(8, '0');
  return new TextEncoder().encode(hubSession(id).text().replaceAll('00000000-0000', `${own}-0000`));
}
import { scratchFolder } from '../../helpers/scratch-folder.ts';

const folder = scratchFolder();

describe('an archive', () => {
  it('reads what is packed within an archive, and one archive in another', async () => {
    const inner = zipSync({ 'c.jsonl': sessionOf('c'), 'deeper.zip': zipSync({ 'd.jsonl': sessionOf('d') }) });
    const zip = folder.write(
      'all.zip',
      zipSync({
        'a.jsonl': sessionOf('a'),
        'b.jsonl.gz': gzipSync(sessionOf('b')),
        'in.zip': inner,
        'in.tgz': gzipSync(tarOf({ 'e.jsonl': sessionOf('e') })),
        'f.jsonl.zst': zstdCompressSync(sessionOf('f')),
        'notes.txt': sessionOf('n'),
        '__MACOSX/a.jsonl': sessionOf('m'),
      }),
    );
    const { files } = await readSessions([zip]);
    expect(files.map(({ path, mcpCalls, reason }) => [relative(zip, path), mcpCalls, reason?.slice(0, 31) ?? null])).toEqual([
      ['a.jsonl', 3, null],
      ['b.jsonl.gz', 3, null],
      [join('in.zip', 'c.jsonl'), 3, null],
      [join('in.zip', 'deeper.zip'), 0, 'It is packed within an archive.'],
      [join('in.tgz', 'e.jsonl'), 3, null],
      ['f.jsonl.zst', 0, 'It is packed within an archive.'],
    ]);
  });

  it('reads a tar, packed or not, with long names, wherever its pieces end', async () => {
    const long = `${'folder/'.repeat(30)}b.jsonl`;
    const tar = tarOf({
      'a.jsonl': sessionOf('a'),
      [long]: sessionOf('b'),
      'empty.jsonl': new Uint8Array(0),
    });
    for (const [name, bytes] of [
      ['all.tar', tar],
      ['all.tar.gz', gzipSync(tar)],
    ] as const) {
      const path = folder.write(name, bytes);
      const { files } = await readSessions([path]);
      expect(files.map((file) => [relative(path, file.path), file.mcpCalls])).toEqual([
        ['a.jsonl', 3],
        [join(...long.split('/')), 3],
        ['empty.jsonl', 0],
      ]);
    }
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 1, maxLength: 40 }), (sizes) => {
        const got = new Map<string, number>();
        const entries = new TarEntries((name) => {
          got.set(name, 0);
          return { push: (chunk) => void got.set(name, got.get(name)! + chunk.length), end: () => {}, fail: () => {} };
        }, new ArchiveBudget());
        for (let at = 0, turn = 0; at < tar.length; turn += 1) {
          const end = at + sizes[turn % sizes.length]!;
          entries.push(tar.subarray(at, end));
          at = end;
        }
        entries.end();
        expect([...got.values()]).toEqual([sessionOf('a').length, sessionOf('b').length, 0]);
      }),
      { numRuns: runs(50) },
    );
  });

  it('tells of an archive in an archive that is damaged, and reads the others', async () => {
    const damaged = tarOf({ 'b.jsonl': sessionOf('b'), 'c.jsonl': sessionOf('c') });
    damaged.fill(7, 512 + Math.ceil(sessionOf('b').length / 512) * 512);
    const zip = folder.write('all.zip', zipSync({ 'x.tar': damaged, 'y.jsonl': sessionOf('y') }));
    const { files } = await readSessions([zip]);
    expect(files.map(({ path, mcpCalls, reason }) => [relative(zip, path), mcpCalls, reason === null])).toEqual([
      [join('x.tar', 'b.jsonl'), 3, true],
      ['x.tar', 0, false],
      ['y.jsonl', 3, true],
    ]);
  });

  it('reads no bomb, whatever archive in whatever archive it is in', () => {
    const zeros = new Uint8Array(1_000_000);
    const nested: [string, (budget: ArchiveBudget, open: (name: string) => EntryReader | null) => EntryReader, Uint8Array][] = [
      ['zip', (budget, open) => new ZipEntries(open, budget), zipSync({ 'in.zip': zipSync({ 'a.jsonl': zeros }) })],
      ['gz', (budget, open) => new ZipEntries(open, budget), zipSync({ 'a.jsonl.gz': gzipSync(zeros) })],
      ['tgz', (budget, open) => new TarEntries(open, budget), tarOf({ 'in.tgz': gzipSync(tarOf({ 'a.jsonl': zeros })) })],
    ];
    for (const [, make, bytes] of nested) {
      const collector = new SessionCollector();
      const budget = new ArchiveBudget({ bytes: 100_000 });
      const entries = make(budget, new EntryOpener(new CollectingTaker(collector), budget).of('all'));
      let thrown = '';
      try {
        entries.push(bytes);
        entries.end();
      } catch (error) {
        thrown = String(error);
      }
      expect([thrown, ...collector.files.map(({ reason }) => reason ?? '')].join()).toContain('unpacks to more than is read');
    }
    const many = new ArchiveBudget({ entries: 3 });
    const open = new EntryOpener(new CollectingTaker(new SessionCollector()), many).of('all');
    const five = zipSync(Object.fromEntries(Array.from({ length: 5 }, (_, at) => [`${at}.jsonl`, new Uint8Array(0)])));
    expect(() => new ZipEntries(open, many).push(five)).toThrow('more than 3 entries');
  });
});

describe('a record of a transcript in an archive', () => {
  const inner = { 'deep/c.jsonl': sessionOf('c') };
  const archives: [string, Uint8Array][] = [
    ['all.zip', zipSync({ 'a.jsonl': sessionOf('a'), 'x/b.jsonl.gz': gzipSync(sessionOf('b')), 'in.zip': zipSync(inner) })],
    ['all.tar', tarOf({ 'a.jsonl': sessionOf('a'), 'x/b.jsonl.gz': gzipSync(sessionOf('b')), 'in.tgz': gzipSync(tarOf(inner)) })],
    ['all.tgz', gzipSync(tarOf({ 'a.jsonl': sessionOf('a'), 'in.zip': zipSync(inner), 'in.tar': tarOf(inner) }))],
  ];

  it('can be read again, whatever it is packed in', async () => {
    for (const [name, bytes] of archives) {
      const archive = folder.write(name, bytes);
      const { files, sessions } = await readSessions([archive]);
      expect(sessions.length).toBeGreaterThan(1);
      for (const { calls } of sessions)
        for (const { id, place, resultPlace } of calls) {
          const { path } = files[place.file]!;
          const { text, reason } = await readRawRecord(path, place);
          expect(reason).toBeNull();
          expect(JSON.parse(text!)).toMatchObject({ type: 'assistant', message: { content: [{ id }] } });
          expect(JSON.parse((await readRawRecord(path, resultPlace!)).text!)).toMatchObject({ type: 'user' });
        }
    }
  });

  it('says what became of it where it cannot be had', async () => {
    const zip = folder.write('all.zip', zipSync({ 'a.jsonl': sessionOf('a') }));
    const { files, sessions } = await readSessions([zip]);
    const { place } = sessions[0]!.calls[1]!;
    const { path } = files[0]!;
    const reasons: string[] = [];
    const look = async (): Promise<void> => {
      const { text, reason } = await readRawRecord(path, place);
      expect(text).toBeNull();
      reasons.push(reason!);
    };
    folder.write('all.zip', zipSync({ 'b.jsonl': sessionOf('a') }));
    await look();
    folder.write(
      'all.zip',
      zipSync({ 'a.jsonl': new TextEncoder().encode(`{"first":1}\n${new TextDecoder().decode(sessionOf('a'))}`) }),
    );
    await look();
    folder.write('all.zip', zipSync({ 'a.jsonl': sessionOf('a').subarray(0, 300) }));
    await look();
    folder.write('all.zip', 'no archive');
    await look();
    rmSync(zip);
    await look();
    expect(reasons.map((reason) => reason.replaceAll(folder.path + sep, ''))).toEqual([
      'all.zip has changed since it was read: this transcript is no longer in it. Drop it again.',
      'The file has changed since it was read: no record begins and ends there now. Drop it again.',
      'The file is shorter than when it was read. Drop it again.',
      'all.zip has changed since it was read: it is no archive now. Drop it again.',
      `${join('all.zip', 'a.jsonl')} cannot be read now (ENOENT). It was moved or removed since it was read.`,
    ]);
  });

  it('is read again with its archive, and followed there', async () => {
    const zip = folder.write('all.zip', zipSync({ 'a.jsonl': sessionOf('a'), 'b.jsonl': sessionOf('b') }));
    const member = join(zip, 'a.jsonl');
    const { files } = await readSessions([member, member]);
    expect(files.map(({ path }) => relative(zip, path))).toEqual(['a.jsonl', 'b.jsonl']);
    const followed = new FollowedTranscripts([member]);
    expect(await followed.poll()).toBe(true);
    expect(followed.read.sessions).toHaveLength(2);
    rmSync(zip);
    expect(await followed.poll()).toBe(false);
    await expect(readSessions([member])).rejects.toMatchObject({ code: 'not-found' });
  });

  it('is in the archive, wherever its name leads', async () => {
    folder.write('a.jsonl', sessionOf('a'));
    const zip = folder.write('all.zip', zipSync({ '../a.jsonl': sessionOf('b') }));
    const { files, sessions } = await readSessions([zip]);
    expect(files.map(({ path }) => path)).toEqual([join(zip, 'a.jsonl')]);
    expect((await readRawRecord(files[0]!.path, sessions[0]!.calls[0]!.place)).text).toContain('"sessionId":"b"');
  });
});
