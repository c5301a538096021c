import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  helloLine,
  longestSocketPath,
  mcpRuntimeDirectory,
  mcpSocketPath,
  mcpTokenPath,
  readHello,
} from '../../main/core/mcp-address.ts';

const runtimeDirectory = mcpRuntimeDirectory(1000);
const unix = (dataDirectory: string, version?: number): string =>
  mcpSocketPath({ dataDirectory, runtimeDirectory, platform: 'linux', ...(version === undefined ? {} : { version }) });

describe('the address', () => {
  it('lies in the data directory and names the version', () => {
    expect(unix('/ann/share/context-hub')).toBe('/ann/share/context-hub/run/mcp-v1.sock');
    expect(unix('/ann/share/context-hub', 2)).toBe('/ann/share/context-hub/run/mcp-v2.sock');
  });

  it('is never longer than a socket may be, and differs from directory to directory', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 400 }), fc.string({ maxLength: 400 }), (one, other) => {
        const path = unix(`/${one}`);
        expect(Buffer.byteLength(path)).toBeLessThanOrEqual(longestSocketPath);
        if (one.replace(/\/+$/, '') !== other.replace(/\/+$/, '')) expect(unix(`/${other}`)).not.toBe(path);
      }),
    );
  });

  it('is a pipe on Windows, whatever the case of the path', () => {
    const pipe = (dataDirectory: string): string => mcpSocketPath({ dataDirectory, runtimeDirectory, platform: 'win32' });
    expect(pipe('C:\\Users\\Ann\\hub')).toMatch(/^\\\\\.\\pipe\\context-hub-[0-9a-f]{16}-v1$/);
    expect(pipe('c:\\users\\ann\\hub')).toBe(pipe('C:\\Users\\Ann\\hub'));
    expect(mcpTokenPath('C:\\hub', 'win32')).toBe('C:\\hub\\run\\mcp-token');
    expect(mcpTokenPath('/hub', 'linux')).toBe('/hub/run/mcp-token');
  });
});

describe('the hello', () => {
  it('comes back as it was sent', () => {
    const hello = { token: 't', project: '/ann/app', session: 's-1', client: 'claude-code' };
    expect(readHello(helloLine(hello))).toEqual(hello);
    expect(readHello(helloLine({}))).toEqual({});
  });

  it('is no message of MCP, and nothing else is a hello', () => {
    expect(JSON.parse(helloLine({}))).not.toHaveProperty('jsonrpc');
    for (const line of [
      '',
      'null',
      '[]',
      '{',
      '{"hub":"hello"}',
      '{"jsonrpc":"2.0","hub":"hello","version":1}',
      '{"hub":"hello","version":9}',
    ])
      expect(readHello(line)).toBeNull();
    fc.assert(
      fc.property(fc.string(), (line) => {
        expect(readHello(line)).toBeNull();
      }),
    );
  });

  it('takes no field that is not text', () => {
    expect(readHello('{"hub":"hello","version":1,"project":{"a":1},"session":7,"client":"x"}')).toEqual({ client: 'x' });
  });
});
