import { isObject, nameOf, objectOf, objectsOf, parsedObject, type JsonObject } from '../text/json-values.ts';

/** What a store of Cursor's command line says of its conversation. */
export interface CursorChatFacts {
  title: string | null;
  model: string | null;
  createdAt: unknown;
}

/** The row of facts: JSON, written as hexadecimal digits. */
export function cursorChatFacts(value: string | null): CursorChatFacts {
  const digits = value !== null && /^(?:[0-9a-f]{2})+$/i.test(value) ? (value.match(/../g) ?? []) : null;
  const text = digits === null ? value : new TextDecoder().decode(Uint8Array.from(digits, (pair) => Number.parseInt(pair, 16)));
  const facts = parsedObject(text) ?? {};
  return { title: nameOf(facts['name']), model: nameOf(facts['lastUsedModel']), createdAt: facts['createdAt'] };
}

/**
 * A message as Cursor's stores hold it (`tool-call` and `tool-result` blocks), in the form of its transcripts; null for what is no part of
 * the conversation: the system's prompt, and trees of hashes.
 */
export function cursorChatRecord(message: JsonObject): JsonObject | null {
  const { role, content } = message;
  if (role === 'user' || role === 'assistant') {
    const blocks = typeof content === 'string' ? content : objectsOf(content).map(blockOf);
    return { role, message: { content: blocks } };
  }
  return role === 'tool' ? { role: 'user', message: { content: objectsOf(content).map(blockOf) } } : null;
}

function blockOf(block: JsonObject): JsonObject {
  if (block['type'] === 'tool-call')
    return { type: 'tool_use', id: block['toolCallId'], name: block['toolName'], input: block['args'] ?? block['input'] };
  if (block['type'] !== 'tool-result') return block;
  const { result } = block;
  const output = objectOf(block['output']);
  const text = typeof result === 'string' ? result : isObject(result) ? JSON.stringify(result) : output['value'];
  return {
    type: 'tool_result',
    tool_use_id: block['toolCallId'],
    content: typeof text === 'string' ? text : JSON.stringify(text ?? result ?? ''),
    is_error: block['isError'] === true || output['type'] === 'error-text',
  };
}
