import { plainPath } from './dependency-path.ts';

const hosted = /^https?:\/\/(?:www\.|api\.|raw\.)?github(?:usercontent)?\.com\/(?:repos\/)?[^/\s]+\/([^/\s?#]+)/i;
const asked = /^\/?repos\/[^/\s]+\/([^/\s?#]+)/;

/**
 * Whether an address, or what `gh api` asks for, lies in the repository that the agent works in: what the project holds itself is nobody's
 * documentation. The folder's name is all that a transcript tells of the repository; worktrees beside it begin with it.
 */
export function isOwnRepository(address: string, cwd: string | null): boolean {
  if (cwd === null) return false;
  const name = (hosted.exec(address) ?? asked.exec(address))?.[1]?.replace(/\.git$/, '').toLowerCase();
  if (name === undefined || name.length < 2) return false;
  return plainPath(cwd)
    .toLowerCase()
    .split('/')
    .some((part) => part === name || part.startsWith(`${name}.worktree`));
}
