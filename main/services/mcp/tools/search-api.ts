import { z } from 'zod';
import { oneLine } from '../markdown.ts';
import { defineTool } from '../tool.ts';
import {
  answerFields,
  flagField,
  limitField,
  longestPath,
  nameField,
  namesField,
  queryField,
  versionFields,
} from './common-input.ts';
import { shortId } from './chunk-id.ts';
import { placeOf, runSearch, type FoundHit } from './run-search.ts';
import { apiHitSchema, searchAnswerFields } from './search-schemas.ts';
import { searchAliases, versionFilters } from './search-filters.ts';

/** Names of another hub for the same kinds. */
const chunkTypeNames: Record<string, string> = { module_overview: 'module', class_overview: 'class', type_definition: 'type' };

function nameOf({ hit, row }: FoundHit): string {
  return hit.symbol ?? row.metadata.modulePath ?? hit.title;
}

export const searchApi = defineTool({
  name: 'search_api',
  title: 'Search source code of libraries',
  description:
    'Classes, methods, functions, types and module overviews in the indexed framework source, with signatures, bases and docstrings. Use it for “which class …”, “what does … take”, or a symbol name. Narrow by module (dotted prefix), class_name, chunk_type, is_dataclass, yields (class that the body yields), calls (method that the body calls), base_class, imports. get_code_snippet then gives the whole body, trace_calls who calls it.',
  input: z.strictObject({
    query: queryField,
    module: nameField.optional().describe('dotted module, or a prefix of it'),
    class_name: nameField.optional().describe('class, as written'),
    chunk_type: namesField.optional().describe('module, class, method, function or type'),
    is_dataclass: flagField.optional(),
    yields: nameField.optional().describe('class that the body yields'),
    calls: nameField.optional().describe('method that the body calls'),
    base_class: nameField.optional().describe('class that is extended'),
    imports: nameField.optional().describe('module or name that is imported'),
    language: namesField.optional().describe('programming language'),
    path: z.string().min(1).max(longestPath).optional().describe('path prefix'),
    repo: namesField.optional().describe('owner/name, or its last part'),
    source: namesField.optional().describe('name of an indexed source'),
    limit: limitField,
    ...versionFields,
    ...answerFields,
  }),
  output: z.object({ hits: z.array(apiHitSchema), ...searchAnswerFields }),
  aliases: { ...searchAliases, symbol: 'query' },
  run: (input, context) => {
    const { module, class_name, is_dataclass, yields, calls, base_class, imports, language, path, repo, source } = input;
    const types = input.chunk_type === undefined ? [] : [input.chunk_type].flat();
    return runSearch(
      {
        tool: 'api',
        filters: {
          ...(module === undefined ? {} : { module }),
          ...(class_name === undefined ? {} : { class_name }),
          ...(types.length === 0 ? {} : { chunk_type: types.map((type) => chunkTypeNames[type] ?? type) }),
          ...(is_dataclass === undefined ? {} : { is_dataclass }),
          ...(yields === undefined ? {} : { yields }),
          ...(calls === undefined ? {} : { calls }),
          ...(base_class === undefined ? {} : { base_class }),
          ...(imports === undefined ? {} : { imports }),
          ...(language === undefined ? {} : { language }),
          ...(path === undefined ? {} : { path }),
          ...(repo === undefined ? {} : { repo }),
          ...(source === undefined ? {} : { source }),
          ...versionFilters(input),
        },
        input,
        shape: (found, detailed) => {
          const { hit, row } = found;
          const facts = row.metadata;
          return {
            chunk_id: shortId(hit.chunkId),
            symbol: nameOf(found),
            chunk_type: hit.chunkType,
            ...(detailed
              ? {
                  ...(facts.modulePath === undefined ? {} : { module_path: facts.modulePath }),
                  ...(facts.className === undefined ? {} : { class_name: facts.className }),
                  ...(facts.methodName === undefined ? {} : { method_name: facts.methodName }),
                  ...(facts.signature === undefined ? {} : { method_signature: facts.signature }),
                  ...(facts.isDataclass === undefined ? {} : { is_dataclass: facts.isDataclass }),
                  ...(facts.baseClasses === undefined ? {} : { base_classes: facts.baseClasses }),
                  ...(hit.members === undefined ? {} : { members: hit.members }),
                  ...(facts.yields === undefined ? {} : { yields: facts.yields }),
                  ...(facts.calls === undefined ? {} : { calls: facts.calls }),
                  ...(facts.imports === undefined ? {} : { imports: facts.imports }),
                }
              : {}),
            ...placeOf(found, detailed),
          };
        },
        heading: (found) => oneLine(`${found.hit.chunkType} ${nameOf(found)}`),
      },
      context,
    );
  },
});
