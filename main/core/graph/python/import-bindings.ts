import { resolveRelativeModule } from '../../chunking/code/python/python-imports.ts';
import type { SyntaxSnapshot } from '../../chunking/code/syntax-snapshot.ts';
import type { Member } from '../facts.ts';

export interface ImportContext {
  modulePath: string;
  isPackage: boolean;
}

/** The names that one import statement binds, and the modules whose names it takes over whole. */
export function importBindings(
  snapshot: SyntaxSnapshot,
  node: number,
  context: ImportContext,
): { members: Member[]; stars: string[] } {
  const members: Member[] = [];
  const stars: string[] = [];
  const kind = snapshot.kind(node);
  if (kind === 'future_import_statement') return { members, stars };
  let module: string | null = null;
  for (const child of snapshot.children(node)) {
    if (snapshot.field(child) === 'module_name') {
      module = moduleOf(dotted(snapshot, child), context);
      if (module === null) break;
    } else if (snapshot.kind(child) === 'wildcard_import' && module !== null) stars.push(module);
    else if (snapshot.field(child) === 'name') {
      const aliased = snapshot.kind(child) === 'aliased_import';
      const nameNode = aliased ? snapshot.childByField(child, 'name') : child;
      const aliasNode = aliased ? snapshot.childByField(child, 'alias') : null;
      const name = nameNode === null ? '' : dotted(snapshot, nameNode);
      if (name === '') continue;
      if (kind === 'import_from_statement') {
        if (module !== null) members.push([aliasNode === null ? name : snapshot.textOf(aliasNode), ['from', module, name]]);
      } else if (aliasNode !== null) members.push([snapshot.textOf(aliasNode), ['module', name]]);
      else {
        // `import a.b.c` binds `a`; what follows is reached through it.
        const first = name.split('.', 1)[0] ?? name;
        members.push([first, ['module', first]]);
      }
    }
  }
  return { members, stars };
}

function moduleOf(text: string, context: ImportContext): string | null {
  const dots = /^\.*/.exec(text)?.[0].length ?? 0;
  return dots === 0 ? text : resolveRelativeModule(context.modulePath, context.isPackage, dots, text.slice(dots));
}

function dotted(snapshot: SyntaxSnapshot, node: number): string {
  return snapshot.textOf(node).replace(/[\s\\]+/g, '');
}
