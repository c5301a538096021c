import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { SourcePreview } from '../../../../main/contract/sources.ts';
import { contentTypes, skipReasons } from '../../../../main/contract/vocabulary.ts';
import { reasonText } from '../../../../renderer/features/sources/reason-text.ts';
import { hasChanges, previewChanges } from '../../../../renderer/features/sources/rules/preview-changes.ts';
import {
  changeRule,
  cleanRules,
  moveRule,
  ruleProblem,
  ruleRoles,
  sameRules,
  withoutRule,
  type RoleRule,
} from '../../../../renderer/features/sources/rules/rule-list.ts';

const rules: RoleRule[] = [
  { glob: 'a/**', role: 'doc' },
  { glob: 'b/**', role: 'code' },
  { glob: 'c/**', role: 'skip' },
];
const globs = (list: readonly RoleRule[]): string[] => list.map(({ glob }) => glob);

describe('rules', () => {
  it('move, go and change', () => {
    expect(globs(moveRule(rules, 2, 0))).toEqual(['c/**', 'a/**', 'b/**']);
    expect(globs(withoutRule(rules, 1))).toEqual(['a/**', 'c/**']);
    expect(changeRule(rules, 1, { role: 'skip' })[1]).toEqual({ glob: 'b/**', role: 'skip' });
  });

  it('stay the same rules wherever they are moved', () => {
    fc.assert(
      fc.property(fc.integer({ min: -2, max: 5 }), fc.integer({ min: -2, max: 5 }), (from, to) => {
        expect(globs(moveRule(rules, from, to)).toSorted()).toEqual(globs(rules));
      }),
    );
  });

  it('are kept without blanks', () => {
    expect(
      cleanRules([
        { glob: ' a ', role: 'doc' },
        { glob: '  ', role: 'skip' },
      ]),
    ).toEqual([{ glob: 'a', role: 'doc' }]);
  });

  it('are the same by pattern, role and order', () => {
    expect(
      sameRules(
        rules,
        rules.map((rule) => ({ ...rule })),
      ),
    ).toBe(true);
    expect(sameRules(rules, moveRule(rules, 0, 1))).toBe(false);
    expect(sameRules(rules, changeRule(rules, 0, { role: 'skip' }))).toBe(false);
    expect(sameRules(rules, rules.slice(1))).toBe(false);
  });

  it('say which one can never decide', () => {
    const doubled = [...rules, { glob: ' a/**', role: 'skip' as const }];
    expect(ruleProblem(doubled, 3)).toContain('Rule 1');
    expect(ruleProblem(doubled, 0)).toBeNull();
    expect(ruleProblem([{ glob: '', role: 'skip' }], 0)).toBeNull();
  });

  it('can have every role that the service knows', () => {
    expect(ruleRoles).toEqual([...contentTypes, 'skip']);
  });
});

function preview(doc: number, source: number, left: number): SourcePreview {
  const role = (name: 'doc' | 'source', files: number): SourcePreview['roles'] =>
    files === 0 ? [] : [{ role: name, files, bytes: 1, samples: [] }];
  return {
    specification: { name: 'a', kind: 'folder', location: '/a' },
    repo: 'a',
    commit: null,
    notice: null,
    roles: [...role('doc', doc), ...role('source', source)],
    skipped: [{ reason: 'rule', files: left, samples: [] }],
    failed: 0,
    estimatedSeconds: null,
    nameTakenBy: null,
  };
}

describe('what rules change', () => {
  it('is counted by type, and what is left out', () => {
    const changes = previewChanges(preview(5, 0, 1), preview(2, 1, 3));
    expect(changes).toEqual([
      { role: 'doc', before: 5, after: 2 },
      { role: 'source', before: 0, after: 1 },
      { role: null, before: 1, after: 3 },
    ]);
    expect(hasChanges(changes)).toBe(true);
    expect(hasChanges(previewChanges(preview(5, 0, 1), preview(5, 0, 1)))).toBe(false);
  });
});

it('every reason for skipping has words; others stay as they are', () => {
  for (const reason of skipReasons) expect(reasonText(reason)).not.toBe(reason);
  expect(reasonText('the disk is full')).toBe('the disk is full');
});
