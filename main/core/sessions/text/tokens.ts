/** Characters of a token, by the usual rule of thumb: what a session's texts cost is told in tokens, and no agent's own tokenizer is at hand. */
const charactersPerToken = 4;

export function tokensOfCharacters(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}
