import type { CapabilityTag } from '../../../chunk.ts';
import { tagsInName, tagsInProse } from './capability-words.ts';

/** How sure a tag is, by what it was read from: code that imports a thing uses it; a README may only mention it. */
const confidenceOf: Readonly<Record<CapabilityTag['from'], number>> = { import: 0.95, folder: 0.8, file: 0.75, readme: 0.5 };
/** Confidence of what a README's title or first lines say. */
const leadConfidence = 0.7;
const leadCharacters = 400;
/** Of folders inside the example. */
const innerFolderConfidence = 0.7;
/** README text that is read, in characters. */
const readmeCharacters = 20_000;
/** Most tags of one example, surest first. */
const mostTags = 40;

/** Segments of an import path behind which the provider's name follows: `x.services.deepgram.stt`, `livekit.plugins.openai`. */
const providerFolders = new Set(['services', 'plugins', 'providers', 'integrations', 'transports', 'adapters', 'connectors']);
/** Segments behind those folders that name no provider. */
const noProviders = new Set(['base', 'common', 'utils', 'helpers', 'local', 'network', 'types', 'schemas', 'core', 'ai']);

/** Collects tags; each keeps its surest evidence. */
export class TagCollector {
  readonly #tags = new Map<string, CapabilityTag>();

  add(name: string, from: CapabilityTag['from'], confidence: number = confidenceOf[from]): void {
    const known = this.#tags.get(name);
    if (known === undefined || known.confidence < confidence) this.#tags.set(name, { name, confidence, from });
  }

  /** Surest first, then by name, so that the same example has the same list everywhere. */
  list(): CapabilityTag[] {
    return [...this.#tags.values()]
      .sort((a, b) => b.confidence - a.confidence || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
      .slice(0, mostTags);
  }
}

export function addImportTags(tags: TagCollector, imports: readonly string[]): void {
  for (const name of imports) {
    // The last segment is often a class: DeepgramSTTService is split into words too.
    const segments = name.split(/[./:]+/).filter((segment) => segment !== '');
    for (const tag of tagsInName(name)) tags.add(tag, 'import');
    for (const [index, segment] of segments.entries()) {
      if (!providerFolders.has(segment)) continue;
      const provider = segments[index + 1]?.toLowerCase();
      // Behind the provider there must be something: `services.llm_service` is no provider's.
      if (
        provider !== undefined &&
        segments.length > index + 2 &&
        /^[a-z][a-z0-9]{1,30}$/.test(provider) &&
        !noProviders.has(provider)
      )
        tags.add(provider, 'import');
    }
  }
}

export function addPathTags(tags: TagCollector, root: string, paths: readonly string[]): void {
  for (const tag of tagsInName(root)) tags.add(tag, 'folder');
  for (const path of paths) {
    const inside = root === '' ? path : path.slice(root.length + 1);
    const cut = inside.lastIndexOf('/');
    for (const tag of tagsInName(inside.slice(0, Math.max(0, cut)))) tags.add(tag, 'folder', innerFolderConfidence);
    for (const tag of tagsInName(inside.slice(cut + 1).replace(/\.[^.]*$/, ''))) tags.add(tag, 'file');
  }
}

export function addReadmeTags(tags: TagCollector, readme: string): void {
  for (const tag of tagsInProse(readme.slice(0, leadCharacters))) tags.add(tag, 'readme', leadConfidence);
  for (const tag of tagsInProse(readme.slice(0, readmeCharacters))) tags.add(tag, 'readme');
}

/** Tags of one file by its own path and imports, for when its example's are not known. */
export function fileTags(path: string, imports: readonly string[]): CapabilityTag[] {
  const tags = new TagCollector();
  const cut = path.lastIndexOf('/');
  addPathTags(tags, cut === -1 ? '' : path.slice(0, cut), [path]);
  addImportTags(tags, imports);
  return tags.list();
}
