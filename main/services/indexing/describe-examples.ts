import { findExampleRoots, exampleRootOf } from '../../core/chunking/code/example-roots.ts';
import { inferTaxonomy } from '../../core/chunking/code/taxonomy.ts';
import type { CorpusReader, FileRow } from '../../store/corpus-reader.ts';
import type { CorpusWriter, ExampleRow } from '../../store/corpus-writer.ts';

/** Files whose text says which versions and services an example uses. */
const manifestNames = new Set([
  'requirements.txt',
  'pyproject.toml',
  'package.json',
  'setup.py',
  'setup.cfg',
  'Dockerfile',
  'env.example',
  '.env.example',
  'pcc-deploy.toml',
]);

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Says of each file to which example it belongs and of each example what it is. Made anew from all files of the source after
 * every change, since one README or manifest speaks for all files of its folder; so an incremental run equals a full one.
 */
export async function describeExamples(sourceId: number, reader: CorpusReader, writer: CorpusWriter): Promise<void> {
  const files = reader.files(sourceId);
  const code = files.filter((file) => file.role === 'code');
  const roots = findExampleRoots(files.filter((file) => file.role === 'code' || file.role === 'readme').map((file) => file.path));
  const members = new Map<string, FileRow[]>(roots.map((root) => [root, []]));
  const rootOf = new Map<number, string | null>();
  for (const file of files) {
    const root = file.role === 'code' || file.role === 'readme' ? exampleRootOf(file.path, roots) : null;
    rootOf.set(file.id, root);
    if (root !== null) members.get(root)?.push(file);
  }
  const examples: ExampleRow[] = [];
  if (code.length > 0) {
    for (const [root, own] of members) {
      if (!own.some((file) => file.role === 'code')) continue;
      const readme = own
        .filter((file) => file.role === 'readme')
        .sort((a, b) => a.path.length - b.path.length || (a.path < b.path ? -1 : 1))[0];
      const facts = inferTaxonomy({
        root,
        paths: own.map((file) => file.path),
        readme: readme ? reader.fileText(readme.id) : null,
        manifests: own
          .filter((file) => manifestNames.has(nameOf(file.path)))
          .map((file) => ({ path: file.path, text: reader.fileText(file.id) })),
        imports: [...new Set(own.filter((file) => file.role === 'code').flatMap((file) => reader.importsOf(file.id)))].sort(),
      });
      examples.push({
        root,
        executionMode: facts.executionMode,
        summary: facts.summary,
        versionPin: facts.versionPin,
        keyFiles: facts.keyFiles,
        tags: facts.tags,
      });
    }
  }
  writer.setExamples(sourceId, examples, rootOf);
}
