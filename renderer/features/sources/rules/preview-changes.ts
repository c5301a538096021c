import type { SourcePreview } from '../../../../main/contract/sources.ts';
import { contentTypes, type ContentType } from '../../../../main/contract/vocabulary.ts';

export interface RoleChange {
  /** Null: files that are left out. */
  role: ContentType | null;
  before: number;
  after: number;
}

/** How many files would be what under each of two previews; roles that neither has are left out. */
export function previewChanges(before: SourcePreview, after: SourcePreview): RoleChange[] {
  const filesOf = (preview: SourcePreview, role: ContentType): number =>
    preview.roles.find((each) => each.role === role)?.files ?? 0;
  const skipped = (preview: SourcePreview): number => preview.skipped.reduce((sum, { files }) => sum + files, 0);
  const roles = contentTypes.map((role) => ({ role, before: filesOf(before, role), after: filesOf(after, role) }));
  return [
    ...roles.filter((change) => change.before > 0 || change.after > 0),
    { role: null, before: skipped(before), after: skipped(after) },
  ];
}

/** Whether any count differs. Files may still have changed places one for one. */
export function hasChanges(changes: readonly RoleChange[]): boolean {
  return changes.some(({ before, after }) => before !== after);
}
