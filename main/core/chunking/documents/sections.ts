import type { Block } from './blocks.ts';
import { headingTokens, smallSectionTokens, windowTokens } from './limits.ts';
import type { Measure } from './measure.ts';

/** A heading with the blocks below it, up to the next heading of any level. */
export interface Section {
  /** 0 for what stands above the first heading. */
  level: number;
  trail: string[];
  blocks: Block[];
  /** Cost of each block, in order. */
  costs: number[];
  cost: number;
  /** The heading's text and cost, where it is short enough to be repeated in later windows. */
  heading: { text: string; cost: number } | null;
  hasBody: boolean;
}

/** Sections that are chunked together, in order; the first one's level is the lowest. */
export interface SectionGroup {
  sections: Section[];
  level: number;
  cost: number;
  hasBody: boolean;
}

/** Cuts a page at its headings. Headings too long to be one become paragraphs. */
export function splitSections(blocks: readonly Block[], measure: Measure): Section[] {
  const sections: Section[] = [];
  const stack: { level: number; title: string }[] = [];
  let section: Section | null = null;
  for (const block of blocks) {
    let cost = 0;
    for (const line of block.lines) cost += measure(line.text);
    if (block.kind === 'heading' && cost <= headingTokens) {
      while (stack.length > 0 && stack.at(-1)!.level >= block.level) stack.pop();
      stack.push({ level: block.level, title: block.title });
      section = emptySection(
        block.level,
        stack.map((heading) => heading.title),
      );
      section.heading = { text: block.lines.map((line) => line.text).join('\n'), cost };
      sections.push(section);
    } else {
      if (section === null) {
        section = emptySection(0, []);
        sections.push(section);
      }
      section.hasBody = true;
    }
    section.blocks.push(block);
    section.costs.push(cost);
    section.cost += cost;
  }
  return sections;
}

function emptySection(level: number, trail: string[]): Section {
  return { level, trail, blocks: [], costs: [], cost: 0, heading: null, hasBody: false };
}

/**
 * Joins sections that are too small to stand alone: first downwards with the sub-sections they introduce, then with the smaller
 * neighbour among the section before (parent or sibling) and the sibling after. A bare heading always finds a place; a page of
 * headings alone has no groups.
 */
export function groupSections(sections: readonly Section[]): SectionGroup[] {
  const chained: SectionGroup[] = [];
  for (const section of sections) {
    const last = chained.at(-1);
    if (last !== undefined && isSmall(last) && section.level > last.level) addSection(last, section);
    else chained.push({ sections: [section], level: section.level, cost: section.cost, hasBody: section.hasBody });
  }
  const groups: SectionGroup[] = [];
  for (const [index, group] of chained.entries()) {
    const before = groups.at(-1);
    const after = chained[index + 1];
    const target = isSmall(group) ? neighbourFor(group, before, after) : null;
    if (target === null) groups.push(group);
    else if (target === before) join(before, group);
    else {
      // The group takes the next one in and its place, as copying on every step is quadratic for a page of bare headings.
      join(group, target);
      chained[index + 1] = group;
    }
  }
  return groups.filter((group) => group.hasBody);
}

function isSmall(group: SectionGroup): boolean {
  return group.cost < smallSectionTokens || !group.hasBody;
}

function neighbourFor(
  group: SectionGroup,
  before: SectionGroup | undefined,
  after: SectionGroup | undefined,
): SectionGroup | null {
  const fits = (other: SectionGroup): boolean => other.cost + group.cost <= windowTokens;
  const backward = before !== undefined && group.level >= before.level && fits(before) ? before : null;
  const forward = after !== undefined && after.level === group.level && fits(after) ? after : null;
  if (backward !== null && forward !== null) {
    if (isSmall(forward)) return forward;
    // A parent loses nothing by it; a sibling would share its trail.
    return group.level > backward.level || backward.cost <= forward.cost ? backward : forward;
  }
  const related = backward ?? forward;
  if (related !== null || group.hasBody) return related;
  return before ?? after ?? null;
}

function addSection(group: SectionGroup, section: Section): void {
  group.sections.push(section);
  group.cost += section.cost;
  group.hasBody ||= section.hasBody;
}

function join(group: SectionGroup, other: SectionGroup): void {
  for (const section of other.sections) addSection(group, section);
  group.level = Math.min(group.level, other.level);
}

/** Share of a chunk from which on one of its sections names it, whatever else is in it. */
const mainShare = 0.75;

/**
 * Trail of a chunk that holds parts of these sections: of the section that most of it is from where the others only lead to it or
 * are next to nothing, else what all trails have in common (their parent), else the first one's.
 */
export function trailOf(parts: readonly { section: Section; cost: number }[]): string[] {
  const costs = new Map<Section, number>();
  let total = 0;
  // What stands above the first heading has no trail to compare with.
  const headed = parts.some((part) => part.section.level > 0);
  for (const { section, cost } of parts) {
    if (headed && section.level === 0) continue;
    costs.set(section, (costs.get(section) ?? 0) + cost);
    total += cost;
  }
  const sections = [...costs.keys()];
  const first = sections[0];
  if (first === undefined) return [];
  let common = first.trail;
  for (const section of sections) {
    let length = 0;
    while (length < common.length && common[length] === section.trail[length]) length += 1;
    common = common.slice(0, length);
  }
  for (const [section, cost] of costs) {
    if (cost < total / 2) continue;
    if (cost >= mainShare * total || sections.every((other) => other.trail.every((title, at) => section.trail[at] === title)))
      return section.trail;
  }
  return common.length > 0 ? common : first.trail;
}
