/** Why a branch, tag or commit name is refused; null where it is well formed (git's own rules, and nothing that could pass for an option). */
export function refNameProblem(ref: string): string | null {
  if (ref === '') return 'it is empty';
  if (ref.length > 250) return 'it is longer than 250 characters';
  if (ref.startsWith('-')) return 'it begins with a dash';
  if (ref.startsWith('/') || ref.endsWith('/') || ref.includes('//')) return 'it has an empty part';
  if (/[\p{Cc} ~^:?*[\\]/u.test(ref)) return 'it has a character that git does not allow';
  if (ref.includes('..') || ref.includes('@{') || ref === '@' || ref.endsWith('.'))
    return 'it has a sequence that git does not allow';
  if (ref.split('/').some((part) => part.startsWith('.') || part.endsWith('.lock')))
    return 'a part of it begins with a dot or ends in .lock';
  return null;
}

/** Whether the name is a full commit id (SHA-1 or SHA-256). */
export function isFullCommitId(ref: string): boolean {
  return /^([0-9a-f]{40}|[0-9a-f]{64})$/.test(ref);
}

/** Whether the name could be the beginning of a commit id. */
export function isAbbreviatedCommitId(ref: string): boolean {
  return /^[0-9a-f]{7,63}$/.test(ref) && !isFullCommitId(ref);
}
