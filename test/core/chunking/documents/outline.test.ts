import { describe, expect, it } from 'vitest';
import { markdownOutline, sectionOf } from '../../../../main/core/chunking/documents/outline.ts';

const page = `---
title: The page
---

Intro.

## Usage

text

\`\`\`sh
# not a heading
\`\`\`

### Basic setup

<Note>
  inside
</Note>

## API \`run()\`

### Basic setup

other

`;

describe('markdownOutline', () => {
  it('lists headings with level, slug and line', () => {
    expect(markdownOutline(page)).toEqual([
      { level: 1, text: 'The page', slug: 'the-page', line: 2 },
      { level: 2, text: 'Usage', slug: 'usage', line: 7 },
      { level: 3, text: 'Basic setup', slug: 'basic-setup', line: 15 },
      { level: 2, text: 'API run()', slug: 'api-run', line: 21 },
      { level: 3, text: 'Basic setup', slug: 'basic-setup-1', line: 23 },
    ]);
  });
});

describe('sectionOf', () => {
  it.each([
    ['usage', 7, 19],
    ['Basic Setup', 15, 19],
    ['basic-setup-1', 23, 25],
    ['api-run', 21, 25],
    ['## API run()', 21, 25],
    ['API `run()`', 21, 25],
    ['API run() > basic setup', 23, 25],
  ])('finds %s', (name, startLine, endLine) => {
    const found = sectionOf(page, name)!;
    expect([found.startLine, found.endLine]).toEqual([startLine, endLine]);
    expect(found.text).toBe(
      page
        .split('\n')
        .slice(startLine - 1, endLine)
        .join('\n'),
    );
  });

  it('is null for a section that is not there', () => {
    expect(sectionOf(page, 'nothing')).toBe(null);
    expect(sectionOf(page, '')).toBe(null);
    expect(sectionOf(page, 'not a heading')).toBe(null);
  });
});
