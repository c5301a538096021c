import type { z } from 'zod';
import type { roleRuleSchema } from '../../../../main/contract/sources.ts';
import { contentTypes } from '../../../../main/contract/vocabulary.ts';
import { contentTypeTitles } from '../../../ui/badge.tsx';

export type RoleRule = z.output<typeof roleRuleSchema>;

/** As what a rule has files indexed, in the order of the menu. */
export const ruleRoles = [...contentTypes, 'skip'] as const satisfies readonly RoleRule['role'][];

export function roleTitle(role: RoleRule['role']): string {
  return role === 'skip' ? 'leave out' : `index as ${contentTypeTitles[role]}`;
}

/** The rules with one at another place; the first that matches decides, so their order counts. */
export function moveRule(rules: readonly RoleRule[], from: number, to: number): RoleRule[] {
  const moved = rules[from];
  if (moved === undefined || to < 0 || to >= rules.length) return [...rules];
  return rules.toSpliced(from, 1).toSpliced(to, 0, moved);
}

export function withoutRule(rules: readonly RoleRule[], at: number): RoleRule[] {
  return rules.filter((_, index) => index !== at);
}

export function changeRule(rules: readonly RoleRule[], at: number, change: Partial<RoleRule>): RoleRule[] {
  return rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule));
}

/** The rules as they can be kept: without blank ones and spaces around patterns. */
export function cleanRules(rules: readonly RoleRule[]): RoleRule[] {
  return rules.map((rule) => ({ ...rule, glob: rule.glob.trim() })).filter(({ glob }) => glob !== '');
}

export function sameRules(one: readonly RoleRule[], other: readonly RoleRule[]): boolean {
  return (
    one.length === other.length &&
    one.every((rule, index) => rule.glob === other[index]!.glob && rule.role === other[index]!.role)
  );
}

/** What is wrong with a rule; null where nothing is. */
export function ruleProblem(rules: readonly RoleRule[], at: number): string | null {
  const glob = rules[at]?.glob.trim() ?? '';
  if (glob === '') return null;
  if (glob.length > 1000) return 'A pattern has at most 1,000 characters.';
  const before = rules.findIndex((rule) => rule.glob.trim() === glob);
  return before < at ? `Rule ${before + 1} has the same pattern and decides first.` : null;
}
