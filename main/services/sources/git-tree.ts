import { HubError } from '../../contract/errors.ts';
import type { ListedFile } from '../../core/discovery/discover.ts';
import type { FailedFile, SkippedFile } from '../../core/source.ts';
import { gitErrorLine, runGit } from './git-program.ts';
import type { GitRun } from './git-program.ts';

/** A commit's files as git lists them. */
export interface GitTree {
  files: ListedFile[];
  skipped: SkippedFile[];
  failed: FailedFile[];
}

/** Reads the output of `ls-tree -r -l -z`: records `mode type id size<TAB>path<NUL>`; the size of a missing object is `BAD`. */
function parseTree(output: Buffer): GitTree {
  const tree: GitTree = { files: [], skipped: [], failed: [] };
  for (let start = 0; start < output.length;) {
    const end = output.indexOf(0, start);
    const record = output.subarray(start, end < 0 ? output.length : end);
    start = end < 0 ? output.length : end + 1;
    const tab = record.indexOf(9);
    const fields = /^(\d+) ([a-z]+) ([0-9a-f]+) +(\d+|-|BAD)$/.exec(record.subarray(0, Math.max(0, tab)).toString('latin1'));
    if (!fields) continue;
    const [, mode, type, objectId, size] = fields;
    const path = record.subarray(tab + 1).toString('utf8');
    if (mode === '120000') tree.skipped.push({ path, reason: 'symlink', detail: 'symbolic link' });
    else if (type === 'commit')
      tree.skipped.push({ path, reason: 'vendored', detail: 'submodule; it can be added as a source of its own' });
    else if (type === 'blob') tree.files.push({ path, sizeBytes: size === 'BAD' ? null : Number(size), version: objectId! });
  }
  return tree;
}

/** Lists all files of a commit. */
export async function listTree(commit: string, run: GitRun, maximumFiles: number): Promise<GitTree> {
  const { code, output, errors } = await runGit(['ls-tree', '-r', '-l', '-z', '--full-tree', commit, '--'], run);
  if (code !== 0)
    throw new HubError('source-invalid', `git cannot list commit ${commit.slice(0, 12)}: ${gitErrorLine(errors)}`, { commit });
  const tree = parseTree(output);
  if (tree.files.length > maximumFiles) {
    throw new HubError('source-invalid', `The repository has ${tree.files.length} files; the limit is ${maximumFiles}.`);
  }
  return tree;
}
