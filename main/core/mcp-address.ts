import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

/** Raised when bridge and service of before and after would misunderstand each other. Part of the address, so that both versions can run side by side. */
export const mcpAddressVersion = 1;

/** macOS allows 104 bytes with the closing NUL, Linux 108. */
export const longestSocketPath = 103;

/** A first line is small; what is longer is none. Unit: characters. */
export const longestHello = 16_384;

export interface McpPlace {
  /** Absolute, as `path.resolve` gives it. */
  dataDirectory: string;
  /** Where sockets go whose path in the data directory would be too long; see `mcpRuntimeDirectory`. */
  runtimeDirectory: string;
  platform: NodeJS.Platform;
  /** Default: `mcpAddressVersion`. */
  version?: number;
}

/**
 * The folder (0700, the user's own) for sockets of data directories with long paths. It depends on the user alone: agents start their servers with few
 * environment variables, and both sides have to come to the same path.
 */
export function mcpRuntimeDirectory(userId: number | undefined): string {
  return `/tmp/context-hub-${userId ?? 'user'}`;
}

/** Where the service of a data directory listens for MCP: a Unix socket in a folder of its own, or a named pipe of Windows. */
export function mcpSocketPath({ dataDirectory, runtimeDirectory, platform, version = mcpAddressVersion }: McpPlace): string {
  if (platform === 'win32') return `\\\\.\\pipe\\context-hub-${shortHash(dataDirectory.toLowerCase())}-v${version}`;
  const inData = `${dataDirectory.replace(/\/+$/, '')}/run/mcp-v${version}.sock`;
  if (utf8ToBytes(inData).length <= longestSocketPath) return inData;
  return `${runtimeDirectory}/mcp-${shortHash(dataDirectory)}-v${version}.sock`;
}

/** File (0600) with the token that the hello carries on Windows, where a pipe's own access rights let others read. */
export function mcpTokenPath(dataDirectory: string, platform: NodeJS.Platform): string {
  return platform === 'win32' ? `${dataDirectory}\\run\\mcp-token` : `${dataDirectory}/run/mcp-token`;
}

/** What a bridge says of itself before the first message of MCP. */
export interface Hello {
  token?: string;
  /** Folder that the agent works in. */
  project?: string;
  session?: string;
  /** Program that started the bridge, where it is known before `initialize`. */
  client?: string;
}

const fields = ['token', 'project', 'session', 'client'] as const;

/** One line of JSON. It has no "jsonrpc", by which it differs from every message of MCP. */
export function helloLine(hello: Hello): string {
  return `${JSON.stringify({ hub: 'hello', version: mcpAddressVersion, ...hello })}\n`;
}

/** The hello that a first line holds, with or without its line break; null where the line is none. */
export function readHello(line: string): Hello | null {
  if (line.length > longestHello || !line.startsWith('{')) return null;
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return null;
  }
  if (typeof value !== 'object' || value === null || 'jsonrpc' in value) return null;
  const given = value as Record<string, unknown>;
  if (given['hub'] !== 'hello' || given['version'] !== mcpAddressVersion) return null;
  const hello: Hello = {};
  for (const field of fields) {
    const text = given[field];
    if (typeof text === 'string' && text !== '') hello[field] = text;
  }
  return hello;
}

function shortHash(text: string): string {
  return bytesToHex(sha256(utf8ToBytes(text))).slice(0, 16);
}
