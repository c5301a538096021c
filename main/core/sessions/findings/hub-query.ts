import type { QueryKind } from '../../../contract/session-findings.ts';
import { isCompoundIdentifier } from '../../text/terms.ts';
import type { ToolCall } from '../model.ts';
import { wordsFor, type Words } from './words.ts';

/** Arguments that say what is asked, in the order in which they are shown. */
const queryKeys = [
  'query',
  'q',
  'question',
  'intent',
  'search',
  'search_query',
  'searchQuery',
  'text',
  'prompt',
  'topic',
  'userQuery',
  'pattern',
  'symbol',
  'name',
  'method_name',
  'function_name',
  'keyword',
  'keywords',
  'term',
  'libraryName',
  'library',
];
const directKeys = [
  'doc_id',
  'docId',
  'example_id',
  'id',
  'path',
  'file',
  'url',
  'uri',
  'chunk_id',
  'libraryId',
  'context7CompatibleLibraryID',
  'page',
  'slug',
];
/** Words of these narrow a query: `class_name`, `module`. */
const narrowingKeys = [
  'class_name',
  'className',
  'module',
  'module_path',
  'section',
  'member',
  'topic',
  'tags',
  'path',
  'context7CompatibleLibraryID',
  'libraryId',
];

export interface HubQuery {
  /** As shown: the question, else the name of what was asked for directly. */
  text: string;
  kind: QueryKind;
  words: Words;
}

function textOf(value: unknown): string | null {
  if (typeof value === 'string') return value.trim() === '' ? null : value.trim();
  if (Array.isArray(value)) {
    const texts = value.filter((item): item is string => typeof item === 'string');
    return texts.length === 0 ? null : texts.join(' + ');
  }
  return null;
}

function kindOf(text: string): QueryKind {
  const bare = text.replace(/\(\s*\)$/, '');
  if (
    !/\s/.test(bare) &&
    (isCompoundIdentifier(bare) || /^[\p{L}_][\p{L}\p{N}_]*(?:(?:\.|::|#)[\p{L}_][\p{L}\p{N}_]*)+$/u.test(bare))
  )
    return 'symbol';
  if (/\?\s*$/.test(text) || /^(?:how|what|why|where|when|which|who|can|does|is|are|should)\b/i.test(text)) return 'question';
  return 'words';
}

/** What a call of a hub asks for. */
export function hubQuery(call: ToolCall): HubQuery {
  const args = call.arguments;
  const asked = queryKeys.map((key) => textOf(args[key])).find((text) => text !== null) ?? null;
  const direct = directKeys.map((key) => textOf(args[key])).find((text) => text !== null) ?? null;
  const narrowing = narrowingKeys.map((key) => textOf(args[key])).filter((text) => text !== null);
  // Ids are no words: only readable parts of paths and addresses count.
  const readable = direct !== null && /[/.]/.test(direct) ? [direct.replace(/^https?:\/\/[^/]+/, '')] : [];
  const symbol = textOf(args['symbol']) ?? textOf(args['class_name']) ?? textOf(args['method_name']);
  const text = asked ?? symbol ?? direct ?? '';
  const kind: QueryKind =
    asked === null && symbol === null
      ? direct === null
        ? 'none'
        : 'direct'
      : args['symbol'] !== undefined
        ? 'symbol'
        : kindOf(text);
  return {
    text,
    kind,
    words: wordsFor([...(asked === null ? [] : [asked]), ...(symbol === null ? [] : [symbol]), ...narrowing, ...readable]),
  };
}
