import type { TokenCounter } from '../../chunk.ts';
import { charactersPerToken } from './limits.ts';

/** Cost of a text against the limits: its tokens, and at least one per so many characters. */
export type Measure = (text: string) => number;

export function measureWith(counter: TokenCounter): Measure {
  return (text) => Math.max(counter.count(text), Math.ceil(text.length / charactersPerToken));
}
