import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { describe, expect, it } from 'vitest';
import { jsonConfiguration } from '../../../main/services/clients/json-configuration.ts';
import { tomlConfiguration } from '../../../main/services/clients/toml-configuration.ts';
import { runs } from '../../helpers/effort.ts';

const entry = { command: '/opt/node', args: ['/opt/hub/mcp-bridge.js', '--data-dir', '/data'] };
const other = { command: '/other', args: [] };

describe('JSON with comments', () => {
  const json = jsonConfiguration('mcpServers');

  it('begins a file, and comes to the same again', () => {
    const text = json.set('', entry);
    expect(JSON.parse(text)).toEqual({ mcpServers: { 'context-hub': entry } });
    expect(json.set(text, entry)).toBe(text);
    expect(json.read(text)).toEqual(entry);
  });

  it('keeps comments, trailing commas, order, tabs, line ends and byte order mark', () => {
    const text =
      '\ufeff// settings\r\n{\r\n\t"b": 1, // one\r\n\t"mcpServers": {\r\n\t\t/* mine */\r\n\t\t"mine": { "command": "x" },\r\n\t},\r\n\t"a": [1, 2,],\r\n}\r\n';
    const next = json.set(text, entry);
    for (const kept of ['\ufeff// settings\r\n', '// one', '/* mine */', '"mine": { "command": "x" }', '"a": [1, 2,]'])
      expect(next).toContain(kept);
    expect(next.replaceAll('\r\n', '')).not.toContain('\n');
    expect(json.read(next)).toEqual(entry);
    expect(parseJson(json.remove(next).slice(1), [], { allowTrailingComma: true })).toEqual(
      parseJson(text.slice(1), [], { allowTrailingComma: true }),
    );
  });

  it('replaces an entry of its own and touches no other', () => {
    const text =
      '{\n  "mcpServers": {\n    "a": { "command": "a" },\n    "context-hub": { "command": "old", "args": [] }\n  }\n}\n';
    expect(JSON.parse(json.set(text, entry))).toEqual({ mcpServers: { a: { command: 'a' }, 'context-hub': entry } });
    expect(JSON.parse(json.remove(text))).toEqual({ mcpServers: { a: { command: 'a' } } });
    expect(json.remove('{ "mcpServers": { "a": {} } }')).toBe('{ "mcpServers": { "a": {} } }');
  });

  it.each([
    ['{ "mcpServers": { "a": ', /no valid JSON \(line 1/],
    ['{\n "a": 1\n "b": 2 }', /line 3/],
    ['[]', /no object/],
    ['{ "mcpServers": [] }', /“mcpServers” is no object/],
    ['{ "mcpServers": "x" }', /is no object/],
    ['{ "mcpServers": {}, "mcpServers": { "a": 1 } }', /twice/],
    ['// nothing\n', /no valid JSON/],
    ['\0\0\0', /no valid JSON/],
  ])('refuses %j', (text, message) => {
    expect(() => json.set(text, entry)).toThrow(message);
    expect(() => json.set(text, entry)).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  const value = fc.jsonValue({ maxDepth: 2 });
  const settings = fc
    .tuple(
      fc.dictionary(fc.string({ maxLength: 8 }), value, { maxKeys: 4 }),
      fc.option(fc.dictionary(fc.string({ maxLength: 8 }), value, { maxKeys: 3 })),
    )
    .map(([rest, servers]) => ({ ...rest, ...(servers === null ? {} : { mcpServers: servers }) }))
    .filter(
      (given) =>
        !Object.hasOwn(given, '__proto__') && !Object.hasOwn((given as { mcpServers?: object }).mcpServers ?? {}, '__proto__'),
    );

  it('changes nothing else, whatever is there', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(0, 2, 4, '\t'), (given, indent) => {
        const text = JSON.stringify(given, null, indent);
        const { mcpServers, ...rest } = given as { mcpServers?: Record<string, unknown> };
        const { 'context-hub': _, ...others } = mcpServers ?? {};
        const next = JSON.parse(json.set(text, entry));
        expect(
          isDeepStrictEqual(next, JSON.parse(JSON.stringify({ ...rest, mcpServers: { ...others, 'context-hub': entry } }))),
        ).toBe(true);
        const without = JSON.parse(json.remove(JSON.stringify(next, null, indent)));
        const expected = Object.keys(others).length === 0 ? rest : { ...rest, mcpServers: others };
        expect(isDeepStrictEqual(without, JSON.parse(JSON.stringify(expected)))).toBe(true);
      }),
      { numRuns: runs(150) },
    );
  });

  it('takes any text: an error that says what to do, or the entry', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 6 }),
      fc.constantFrom('{', '}', '"mcpServers"', ':', ',', '"context-hub"', '[', ']', '//', '/*', '*/', '\n', 'null', '1'),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
        const text = pieces.join(' ');
        let next: string;
        try {
          next = json.set(text, entry);
        } catch (error) {
          expect(error).toMatchObject({ code: 'usage' });
          return;
        }
        expect(json.read(next)).toEqual(entry);
      }),
      { numRuns: runs(300) },
    );
  });
});

describe('TOML', () => {
  const toml = tomlConfiguration('mcp_servers');
  const text =
    '# mine\r\nmodel = "x" # why\r\n\r\n[mcp_servers.other] # theirs\r\ncommand = "o"\r\nargs = [\r\n  "[mcp_servers.context-hub]",\r\n]\r\n\r\n# about tools\r\n[tools]\r\nweb = true\r\n';

  it('begins a file, and comes to the same again', () => {
    const first = toml.set('', entry);
    expect(parseToml(first)).toEqual({ mcp_servers: { 'context-hub': entry } });
    expect(toml.set(first, entry)).toBe(first);
    expect(toml.remove(first)).toBe('');
  });

  it('puts its own table behind what is there and takes it out again, to the letter', () => {
    const next = toml.set(text, entry);
    expect(next.startsWith(text)).toBe(true);
    expect(next.replaceAll('\r\n', '')).not.toContain('\n');
    expect(toml.read(next)).toEqual(entry);
    expect(toml.remove(next)).toBe(text);
  });

  it('replaces its table where it stands, with its subtables, and leaves the comments of the next', () => {
    const old = `a = 1\n\n[mcp_servers."context-hub"]\ncommand = "old"\n\n[mcp_servers.context-hub.env]\nX = "1"\n\n# next\n[z]\nb = 2\n`;
    const next = toml.set(old, other);
    expect(next).toBe(`a = 1\n\n[mcp_servers.context-hub]\ncommand = "/other"\nargs = []\n\n# next\n[z]\nb = 2\n`);
    expect(toml.remove(next)).toBe(`a = 1\n\n# next\n[z]\nb = 2\n`);
  });

  it.each([
    ['mcp_servers = { other = { command = "x" } }\n', /cannot be changed safely/],
    ['mcp_servers.context-hub.command = "x"\n', /cannot be changed safely/],
    ['a = \n', /no valid TOML/],
    ['[mcp_servers]\n[mcp_servers]\n', /no valid TOML/],
    ['mcp_servers = 3\n', /no table/],
    ['s = """\n[mcp_servers.context-hub]\n"""\n[mcp_servers.context-hub]\ncommand = "x"\n', /cannot be changed safely/],
  ])('refuses %j', (given, message) => {
    expect(() => toml.set(given, entry)).toThrow(message);
    expect(() => toml.set(given, entry)).toThrow(expect.objectContaining({ code: 'usage' }));
  });

  it('changes nothing else, whatever is there', () => {
    const block = fc.constantFrom(
      '[tools]\na = 1\n',
      '# a comment\n',
      '\n',
      '[mcp_servers.x]\ncommand = "y"\n',
      '[[list]]\nv = 1\n',
      '[profiles."a.b"]\ns = """\n[x]\n"""\n',
      '[mcp_servers.context-hub]\ncommand = "old"\n',
      '[mcp_servers.context-hub.env]\nA = "b"\n',
    );
    fc.assert(
      fc.property(fc.uniqueArray(block, { maxLength: 7 }), fc.constantFrom('\n', '\r\n'), (blocks, eol) => {
        const given = blocks.join('').replaceAll('\n', eol);
        let next: string;
        try {
          next = toml.set(given, entry);
        } catch (error) {
          expect(error).toMatchObject({ code: 'usage' });
          return;
        }
        const before = parseToml(given) as Record<string, Record<string, unknown>>;
        const after = parseToml(next) as Record<string, Record<string, unknown>>;
        expect(after).toEqual({ ...before, mcp_servers: { ...before['mcp_servers'], 'context-hub': entry } });
        if (!given.includes('context-hub')) expect(toml.remove(next)).toBe(given);
      }),
      { numRuns: runs(200) },
    );
  });
});
