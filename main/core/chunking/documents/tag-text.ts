import { entityAt } from './inline-marks.ts';
import type { Tag } from './tag-scanner.ts';

/**
 * What a tag turns into. `lead` stands in front of the first line of its text (`**Note:** …`), `label` is a line of its own,
 * `before` and `after` surround inline text.
 */
export interface TagText {
  block: boolean;
  lead?: string;
  label?: string;
  before?: string;
  after?: string;
  /** The link target of an anchor. */
  href?: string;
}

const admonitions = new Map([
  ['note', 'Note'],
  ['warning', 'Warning'],
  ['tip', 'Tip'],
  ['info', 'Info'],
  ['check', 'Check'],
  ['danger', 'Danger'],
  ['caution', 'Caution'],
  ['important', 'Important'],
  ['success', 'Success'],
  ['admonition', 'Note'],
  ['aside', 'Note'],
]);

const paramTags = new Set(['paramfield', 'responsefield', 'param', 'property', 'apiparam', 'field']);
const leadTags = new Set(['card', 'linkcard', 'tile']);

const inlineTags = new Set(
  'a abbr b bdi bdo big cite code data del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr button Badge Icon Tooltip Latex Text Link Kbd Button'.split(
    ' ',
  ),
);

/** Tags that hold nothing, so that they never wait for a closing tag. */
const voidTags = new Set('area base br col embed hr img input link meta source track wbr param'.split(' '));

const htmlBlockTags = new Set(
  'address article aside audio blockquote body caption center col colgroup dd details dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 h6 head header hgroup hr html iframe legend li main menu nav noscript object ol optgroup option p picture pre script search section select source style summary svg table tbody td textarea tfoot th thead title tr track ul video'.split(
    ' ',
  ),
);

/** True for names that HTML knows; a name in lower case that it does not know is a placeholder (`<your-token>`) and stays. */
export function isHtmlTag(name: string): boolean {
  const lower = name.toLowerCase();
  return htmlBlockTags.has(lower) || inlineTags.has(lower) || voidTags.has(lower);
}

/** Names that this module renders in a way of their own. */
export function isKnownComponent(name: string): boolean {
  const lower = name.toLowerCase();
  return (
    /^[A-Z]/.test(name) &&
    (admonitions.has(lower) || paramTags.has(lower) || leadTags.has(lower) || inlineTags.has(name) || knownContainers.has(lower))
  );
}

const knownContainers = new Set(
  'accordion accordiongroup callout cardgroup codegroup column columns expandable frame panel requestexample responseexample snippet step steps tab tabs tree update view visibility'.split(
    ' ',
  ),
);

/** True where the tag has no content and no closing tag. */
export function isVoid(tag: Tag): boolean {
  return tag.selfClosing || voidTags.has(tag.name.toLowerCase());
}

/** True for tags that stand inside a line of text. */
function isInline(name: string): boolean {
  return inlineTags.has(name) || (name === name.toLowerCase() && voidTags.has(name) && name !== 'hr');
}

/** Text for an opening tag; `step` is the number of a Step within its Steps. */
export function textOfTag(tag: Tag, step: number): TagText {
  const name = tag.name.toLowerCase();
  const component = /^[A-Z]/.test(tag.name);
  const title = first(tag, 'title', 'label', 'name', 'summary', 'caption');
  const href = first(tag, 'href', 'to', 'url');
  if (component) {
    if (paramTags.has(name)) return { block: true, lead: `${parameterText(tag)}: ` };
    if (name === 'step') return { block: true, label: `**Step ${step}${title === '' ? '' : `: ${title}`}**` };
    if (name === 'icon') return { block: false };
    if (name === 'tooltip') {
      const tip = first(tag, 'tip', 'content');
      return { block: false, after: tip === '' ? '' : ` (${tip})` };
    }
    if (name === 'link') return { block: false, href };
    if (inlineTags.has(tag.name)) return { block: false };
    if (name === 'frame') return { block: true, ...(first(tag, 'caption') === '' ? {} : { label: first(tag, 'caption') }) };
    if (name === 'update') {
      const parts = [title, first(tag, 'description')].filter((part) => part !== '');
      return { block: true, ...(parts.length > 0 ? { label: `**${parts.join(': ')}**` } : {}) };
    }
    const word = name === 'callout' || name === 'admonition' ? titled(tag.props.get('type') ?? '') : admonitions.get(name);
    if (word !== undefined) {
      const text = [word, title].filter((part) => part !== '').join(': ');
      return { block: true, ...(text === '' ? {} : { lead: `**${text}:** ` }) };
    }
    const named =
      href !== '' && title !== '' ? `**[${title}](${href})**` : title !== '' ? `**${title}**` : href !== '' ? `<${href}>` : '';
    if (named === '') return { block: true };
    return leadTags.has(name) ? { block: true, lead: `${named}: ` } : { block: true, label: named };
  }
  return textOfHtml(tag, name, href);
}

function textOfHtml(tag: Tag, name: string, href: string): TagText {
  if (/^h[1-6]$/.test(name)) return { block: true, lead: `${'#'.repeat(Number(name[1]))} ` };
  if (name === 'a') return { block: false, href };
  if (name === 'img') return { block: false, before: first(tag, 'alt') };
  if (name === 'br') return { block: false, before: ' ' };
  if (name === 'b' || name === 'strong') return { block: false, before: '**', after: '**' };
  if (name === 'code' || name === 'kbd' || name === 'samp') return { block: false, before: '`', after: '`' };
  if (name === 'li') return { block: true, lead: '- ' };
  if (name === 'summary') return { block: false, before: '**', after: '**' };
  if (name === 'td' || name === 'th') return { block: false, after: ' | ' };
  if (name === 'iframe' || name === 'object')
    return { block: true, ...(first(tag, 'title') === '' ? {} : { label: first(tag, 'title') }) };
  return { block: !isInline(name) };
}

/** One line that names a parameter: `` `api_key` (str, required, default None) ``. */
function parameterText(tag: Tag): string {
  const places = ['path', 'query', 'body', 'header', 'name', 'prop'] as const;
  const place = places.find((key) => tag.props.has(key));
  const name = place === undefined ? first(tag, 'title') : tag.props.get(place)!.trim();
  const facts: string[] = [];
  if (place === 'query' || place === 'body' || place === 'header') facts.push(`${place} parameter`);
  const type = first(tag, 'type');
  if (type !== '') facts.push(plainOrCode(type));
  if (isTrue(tag, 'required')) facts.push('required');
  if (isTrue(tag, 'deprecated')) facts.push('deprecated');
  const fallback = first(tag, 'default', 'initialValue');
  if (fallback !== '') facts.push(`default ${plainOrCode(fallback)}`);
  const named = name === '' ? '**Parameter**' : code(name);
  return facts.length === 0 ? named : `${named} (${facts.join(', ')})`;
}

/** Types and defaults in backticks only where Markdown would read them otherwise; each backtick is a token of the model. */
function plainOrCode(text: string): string {
  return /^[\w .,|[\]-]*$/.test(text) && !/(^|\W)_|_(\W|$)|\]\(/.test(text) ? text : code(text);
}

function code(text: string): string {
  return text.includes('`') ? `\`\` ${text} \`\`` : `\`${text}\``;
}

function isTrue(tag: Tag, key: string): boolean {
  const value = tag.props.get(key);
  return value !== undefined && value !== 'false';
}

function titled(word: string): string {
  return admonitions.get(word.toLowerCase()) ?? (/^[a-z]{1,20}$/i.test(word) ? word[0]!.toUpperCase() + word.slice(1) : '');
}

/** Text of the first of these props that has any, on one line. */
function first(tag: Tag, ...keys: string[]): string {
  for (const key of keys) {
    const value = decodeEntities(tag.props.get(key) ?? '')
      .replace(/\s+/g, ' ')
      .trim();
    if (value !== '' && value !== 'true') return value;
  }
  return '';
}

function decodeEntities(text: string): string {
  return text.replace(/&[#\w]{1,8};/g, (entity) => entityAt(entity, 0)?.text ?? entity);
}

/** Label of an admonition word as Docusaurus (`:::note`) and GitHub (`> [!NOTE]`) write it, or null for another word. */
export function admonitionLabel(word: string): string | null {
  return admonitions.get(word.toLowerCase()) ?? null;
}
