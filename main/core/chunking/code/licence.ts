import type { TextLines } from './text-lines.ts';

const commentLine = /^\s*(#|\/\/|\/\*|\*|--|;|<!--)/;
const licenceWords = /copyright|licen[sc]ed?\b|SPDX-|all rights reserved|permission is hereby granted/i;

/**
 * Last line of the header that says nothing about the code: hash-bang, encoding and the licence comment at the top of a file;
 * 0 when there is none. A comment without licence words is content.
 */
export function licenceHeaderEnd(lines: TextLines): number {
  let end = 0;
  let number = 1;
  if (lines.count >= 1 && lines.line(1).startsWith('#!')) {
    end = 1;
    number = 2;
  }
  if (/^\s*#.*coding[:=]/.test(lines.line(number))) {
    end = number;
    number += 1;
  }
  while (number <= lines.count) {
    while (number <= lines.count && lines.isBlank(number)) number += 1;
    const block = commentBlockEnd(lines, number);
    if (block < number || !lines.slice(number, block).some((line) => licenceWords.test(line))) break;
    end = block;
    number = block + 1;
  }
  return end;
}

/** Last line of the comment that begins at `start`; less than `start` when there is none. */
function commentBlockEnd(lines: TextLines, start: number): number {
  const first = start <= lines.count ? lines.line(start).trim() : '';
  const closing = first.startsWith('/*') ? '*/' : first.startsWith('<!--') ? '-->' : null;
  if (closing !== null) {
    for (let number = start; number <= Math.min(lines.count, start + 400); number += 1) {
      const at = lines.line(number).indexOf(closing);
      if (at !== -1)
        return lines
          .line(number)
          .slice(at + closing.length)
          .trim() === ''
          ? number
          : start - 1;
    }
    return start - 1;
  }
  let end = start - 1;
  while (end < lines.count && commentLine.test(lines.line(end + 1))) end += 1;
  return end;
}
