import { describe, expect, it } from 'vitest';
import { readPage } from '../../../../main/core/chunking/documents/page.ts';

function clean(text: string, path = 'a.mdx'): string {
  return readPage(text, path)
    .lines.map((line) => line.text)
    .join('\n');
}

describe('Mintlify and HTML tags as plain Markdown', () => {
  it.each([
    ['<Note>\n  Mind this.\n</Note>', '**Note:** Mind this.'],
    ['<Warning title="Careful">\nHot\n</Warning>', '**Warning: Careful:** Hot'],
    ['<Tip>\n```sh\nls\n```\n</Tip>', '**Tip:**\n\n```sh\nls\n```'],
    ['<ParamField path="api_key" type="str" required>\n  The key.\n</ParamField>', '`api_key` (str, required): The key.'],
    ['<ParamField query="n" type="int" default="5" />', '`n` (query parameter, int, default 5)'],
    [
      '<ParamField path="x" type="Dict<str, Any>" default={null}>\n\nText.\n\n</ParamField>',
      '`x` (`Dict<str, Any>`, default null): Text.',
    ],
    ['<ParamField path="old" type="str" required={false} deprecated>\nGone.\n</ParamField>', '`old` (str, deprecated): Gone.'],
    ['<ResponseField name="id" type="string" required>\nId.\n</ResponseField>', '`id` (string, required): Id.'],
    ['<Card\n  title="Docs"\n  icon="book"\n  href="/docs"\n>\n  Read on.\n</Card>', '**[Docs](/docs)**: Read on.'],
    [
      '<CardGroup cols={2}>\n  <Card title="A" href="/a" />\n  <Card title="B" href="/b" />\n</CardGroup>',
      '**[A](/a)**\n\n**[B](/b)**',
    ],
    [
      '<Steps>\n  <Step title="Install">\n    Do it.\n  </Step>\n  <Step title="Run">\n    Go.\n  </Step>\n</Steps>',
      '**Step 1: Install**\n\nDo it.\n\n**Step 2: Run**\n\nGo.',
    ],
    ['<Tabs>\n<Tab title="Python">\npip\n</Tab>\n</Tabs>', '**Python**\n\npip'],
    ['<Accordion title="Why?">\nBecause.\n</Accordion>', '**Why?**\n\nBecause.'],
    [
      '<Update label={<><Icon icon="x" /><span style={{a: \'8px\'}}>v1.2</span></>} tags={["a"]}>\nNew.\n</Update>',
      '**v1.2**\n\nNew.',
    ],
    ['A <Tooltip tip="Speech to text">STT</Tooltip> service', 'A STT (Speech to text) service'],
    ['<Whatever kind={x}>text</Whatever>', 'text'],
    ['<Icon icon="cat" /> text', 'text'],
    ['<Frame caption="The flow">\n<img src="x.png" alt="Diagram" />\n</Frame>', 'The flow\n\nDiagram'],
    ['<h1 align="center"><div>\n <img alt="pipecat" width="300px" src="p.png">\n</div></h1>', '# pipecat'],
    ['<p align="center">\n<a href="https://a.example"><img src="b.svg" alt="Badge"/></a>\n</p>', '[Badge](https://a.example)'],
    ['<details><summary> More </summary>\n\nHidden.\n</details>', '**More**\n\nHidden.'],
    ['<ul>\n<li>One</li>\n<li>Two</li>\n</ul>', '- One\n\n- Two'],
    ['a<br/>b &amp; c &lt;d&gt; &nope;', 'a b & c <d> &nope;'],
    ['[![Build](https://b.svg)](https://ci.example)', '[Build](https://ci.example)'],
    ['See <https://a.example/x>.', 'See https://a.example/x.'],
    ['one{" "}\ntwo', 'one\ntwo'],
    ['<!-- hidden -->shown {/* note\nmore */} on', 'shown  on'],
    [':::warning[Hot]\nBurns.\n:::', '**Warning: Hot:** Burns.'],
    ['> [!TIP]\n> Do.', '> **Tip:**\n> Do.'],
    ['<script>alert(1)</script>x<style>\n.a{}\n</style>', 'x'],
  ])('%j', (given, expected) => {
    expect(clean(given).trim()).toBe(expected);
  });

  it.each([
    'A `List<String>` and `<Note>` in code',
    'List<String> and Dict<str, Any> in text',
    'ask <your-token> and x < y > z',
    'a \\<Note> escaped',
    '```html\n<Note>\n  <!-- kept -->\n{/* kept */}\n</Note>\n&lt; ![a](b)\n```',
    '~~~~\n```\n# no heading\n~~~\n~~~~',
    '- item\n\n  ```js\n  <App />\n  ```',
    '`code over\ntwo <lines>` of text',
  ])('leaves %j alone', (text) => {
    expect(clean(text)).toBe(text);
  });

  it('keeps indented code of Markdown and dedents the content of tags', () => {
    expect(clean('Text:\n\n    <b>code</b>\n    # no heading', 'a.md')).toBe('Text:\n\n    <b>code</b>\n    # no heading');
    expect(clean('<Tabs>\n    <Tab title="A">\n        # Heading\n\n        text\n    </Tab>\n</Tabs>')).toBe(
      '**A**\n\n# Heading\n\ntext',
    );
  });

  it('drops imports and exports of a page, not those in its code or text', () => {
    const text =
      'import A from "./a.mdx";\nimport {\n  B,\n} from "b";\n\nexport const C = ({ x }) => (\n  <Note>\n\n    {x}\n  </Note>\n);\n\nimport things carefully.\n\n```js\nimport x from "y";\n```';
    expect(clean(text).trim()).toBe('import things carefully.\n\n```js\nimport x from "y";\n```');
  });

  it('closes a fence that never ends, and keeps reading a page with an unfinished tag', () => {
    expect(clean('```py\nx = 1')).toBe('```py\nx = 1\n```');
    expect(clean('<Card title="a\n\n# Next\n\ntext')).toContain('# Next');
  });

  it('gives the lines a text is from', () => {
    const lines = readPage('---\ntitle: T\n---\n\n<Card\n  title="Docs"\n>\n  Read\n  on.\n</Card>\n', 'a.mdx').lines;
    expect(lines.filter((line) => line.text !== '').map((line) => [line.text, line.first, line.last])).toEqual([
      ['# T', 2, 2],
      ['**Docs**: Read', 5, 8],
      ['on.', 9, 9],
    ]);
  });
});
