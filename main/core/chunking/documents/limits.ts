/** Tunables of the document chunkers. Tokens are the model's, without its two special ones. */

/** Most tokens of a chunk; only a fence kept whole may exceed it. */
export const windowTokens = 512;

/** Tokens of the previous window that a window of the same section begins with, at most. */
export const overlapTokens = 50;

/** Most tokens of a chunk that holds a fence longer than the window. Fences beyond it are cut at lines. */
export const fenceTokens = 2048;

/** Most tokens of a heading; a longer one is an ordinary paragraph. It is also what is kept free for the repeated heading of a later window. */
export const headingTokens = 64;

/** Most tokens of a piece that is not a fence, so that a repeated heading always fits beside it. */
export const pieceTokens = windowTokens - headingTokens;

/** Sections below this are joined with a neighbour: too little to read alone, and a bare heading is nothing to find. */
export const smallSectionTokens = 32;

/**
 * Characters that count as one token at least. The model reads a word of more than 100 characters as one unknown token, so
 * tokens alone do not bound a chunk's size.
 */
export const charactersPerToken = 16;

/** Pieces of a sentence that is longer than a piece, so that windows fill evenly. */
export const wordRunTokens = 128;

/** Words longer than this are cut when they do not fit; one character is rarely more than one token. */
export const longWordCharacters = 256;

/** Headings and titles are cut here in trails. */
export const titleCharacters = 300;
