import { textLimits, type ResultSummary } from '../model.ts';
import { copyText } from './copy-text.ts';
import { identifiersIn, pathsIn, proseOf } from './mentions.ts';

/** Of results that are no MCP answers the beginning is searched for paths: a file's text names many that it is not about. */
const ownScan = 16_000;

export interface ResultParts {
  text: string;
  mcp: boolean;
  isError?: boolean;
  structured?: unknown;
  exitCode?: number | null;
  found?: number | null;
  lines?: ResultSummary['lines'];
  images?: number;
  movedOutTo?: string | null;
  /** Paths that the record names in fields of their own; they come first. */
  paths?: readonly string[];
}

/** What is kept of a call's result. */
export function summariseResult(parts: ResultParts): ResultSummary {
  const { text, mcp } = parts;
  const prose = mcp ? proseOf(text) : text.slice(0, ownScan);
  const named = (parts.paths ?? []).filter((path) => path !== '').slice(0, textLimits.paths);
  return {
    text: copyText(text, mcp ? textLimits.mcpResult : textLimits.result),
    characters: text.length,
    structured: structuredText(parts.structured),
    isError: parts.isError ?? false,
    exitCode: parts.exitCode ?? null,
    found: parts.found ?? null,
    lines: parts.lines ?? null,
    images: parts.images ?? 0,
    movedOutTo: parts.movedOutTo ?? null,
    paths: named.length > 0 ? named.map((path) => copyText(path, 400)) : pathsIn(prose),
    identifiers: mcp ? identifiersIn(prose) : [],
  };
}

/** The summary of a result whose whole text was found elsewhere: in the file that the agent moved it to. */
export function withWholeText(summary: ResultSummary, whole: string): ResultSummary {
  const prose = proseOf(whole);
  return { ...summary, characters: whole.length, paths: pathsIn(prose), identifiers: identifiersIn(prose) };
}

function structuredText(value: unknown): string | null {
  if (value === undefined || value === null || typeof value !== 'object') return null;
  try {
    return copyText(JSON.stringify(value), textLimits.mcpResult);
  } catch {
    // Nested too deeply to be written.
    return null;
  }
}
