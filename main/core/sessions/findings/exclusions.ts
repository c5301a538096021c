import { citedAddresses, sameAddressForm } from './cited-addresses.ts';
import { dependencyPath, isSamePath, plainPath } from './dependency-path.ts';
import { editedPaths } from './lookup.ts';
import { lookupKeys, type CallView, type SessionView } from './session-view.ts';

/**
 * Look-ups that are no fallback although they look like one; each is a trap that attribution fell into. Null where nothing excuses it.
 */
export function excuseOf(view: SessionView, at: CallView): string | null {
  const { lookup } = at;
  if (lookup === null) return 'no look-up';
  if (at.call.flags.denied) return 'the user refused it';
  if (at.call.flags.siblingFailed) return 'it never ran';
  if (lookup.paths.some((path) => continuesResult(view, path))) return 'it reads on in a result that was moved into a file';
  if (wasToldTo(view, at)) return 'the user named the file or the page';
  if (readsBeforeEdit(view, at)) return 'it reads an own file to edit it';
  if (rereads(view, at)) return 'it reads again what the agent had read before its context was cut';
  return null;
}

function continuesResult(view: SessionView, path: string): boolean {
  return view.movedOut.has(path) || /(?:^|[\\/])tool-results[\\/]/.test(path);
}

function namesAddress(prompt: string, patterns: readonly string[]): boolean {
  const named = citedAddresses({ text: prompt, structured: null });
  return named.length > 0 && patterns.some((pattern) => named.includes(sameAddressForm(pattern) ?? ''));
}

/** The prompt names the file or the page, or its path; a bare folder or a word does not count. */
function wasToldTo(view: SessionView, { call, lookup }: CallView): boolean {
  const prompt = view.turns.get(call.turn)?.prompt ?? '';
  if (prompt === '') return false;
  if (lookup!.kind === 'web' && namesAddress(prompt, lookup!.patterns)) return true;
  return lookup!.paths.some((path) => {
    const plain = plainPath(path);
    const name = plain.slice(plain.lastIndexOf('/') + 1);
    if (prompt.includes(path)) return path.length > 2 && /[\w-]/.test(path);
    if (!/^[\w.@-]+\.\w{1,8}$/.test(name)) return false;
    const found = prompt.indexOf(name);
    // `base.py` does not name `database.py`.
    return found !== -1 && !/[\w-]/.test(prompt[found - 1] ?? ' ') && !/[\w-]/.test(prompt[found + name.length] ?? ' ');
  });
}

/** How many calls may lie between a read and the edit that needed it. */
const callsUntilEdit = 2;

/** Some agents must read a file before they may edit it. Only of the project's own files: nobody edits a dependency. */
function readsBeforeEdit(view: SessionView, at: CallView): boolean {
  const { lookup, call } = at;
  if (lookup!.kind !== 'read' || lookup!.paths.some((path) => dependencyPath(path) !== null)) return false;
  const thread = view.threads.get(call.thread) ?? [];
  return thread
    .slice(at.place + 1, at.place + 2 + callsUntilEdit)
    .some(
      (next) =>
        next.changes &&
        editedPaths(next.call).some((edited) =>
          lookup!.paths.some((path) => plainPath(path) === plainPath(edited) || isSamePath(path, edited)),
        ),
    );
}

/** Results were dropped or summarised, and this reads or searches the same once more. */
function rereads(view: SessionView, at: CallView): boolean {
  const breaks = view.breaks.get(at.call.thread) ?? [];
  const earlier = view.earlier.get(at.call.thread);
  const before = lookupKeys(at.lookup!).flatMap((key) => earlier?.get(key) ?? []);
  return breaks.some(
    (cut) =>
      cut.beforeOrder <= at.call.order &&
      before.some(({ order, id }) => order < cut.beforeOrder && (cut.droppedCalls.length === 0 || cut.droppedCalls.includes(id))),
  );
}
