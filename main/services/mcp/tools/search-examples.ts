import { z } from 'zod';
import { oneLine } from '../markdown.ts';
import { defineTool } from '../tool.ts';
import { answerFields, limitField, longestPath, nameField, namesField, queryField, versionFields } from './common-input.ts';
import { shortId } from './chunk-id.ts';
import { placeOf, runSearch, type FoundHit } from './run-search.ts';
import { exampleHitSchema, searchAnswerFields } from './search-schemas.ts';
import { searchAliases, versionFilters } from './search-filters.ts';

function headingOf({ hit, row }: FoundHit): string {
  const root = row.metadata.exampleRoot;
  const name = hit.symbol ?? hit.title;
  return oneLine(root === undefined || root === '' ? name : `${root} › ${name}`);
}

export const searchExamples = defineTool({
  name: 'search_examples',
  title: 'Search examples',
  description:
    'Working code in the indexed example projects, with their READMEs. Use it for “show me …” and for how pieces are put together. Returns passages with ids for get_example, which gives the whole files. Narrow by repo, language, domain (backend, frontend, config or infra), tags (capabilities) or execution_mode; a value that does not exist gives the ones that do. Pass version to rank what is pinned to it first.',
  input: z.strictObject({
    query: queryField,
    repo: namesField.optional().describe('owner/name, or its last part'),
    language: namesField.optional().describe('programming language'),
    domain: namesField.optional().describe('backend, frontend, config or infra'),
    tags: namesField.optional().describe('capabilities of an example; any of them'),
    foundational_class: nameField.optional().describe('class that the example is about; searched for with the query'),
    execution_mode: namesField.optional().describe('how the example is run'),
    path: z.string().min(1).max(longestPath).optional().describe('path prefix'),
    source: namesField.optional().describe('name of an indexed source'),
    limit: limitField,
    ...versionFields,
    ...answerFields,
  }),
  output: z.object({ hits: z.array(exampleHitSchema), ...searchAnswerFields }),
  aliases: searchAliases,
  run: (input, context) => {
    const { repo, language, domain, tags, execution_mode, path, source, foundational_class: about } = input;
    return runSearch(
      {
        tool: 'examples',
        filters: {
          ...(repo === undefined ? {} : { repo }),
          ...(language === undefined ? {} : { language }),
          ...(domain === undefined ? {} : { domain }),
          ...(tags === undefined ? {} : { tags }),
          ...(execution_mode === undefined ? {} : { execution_mode }),
          ...(path === undefined ? {} : { path }),
          ...(source === undefined ? {} : { source }),
          ...versionFilters(input),
        },
        input: about === undefined ? input : { ...input, query: `${input.query} ${about}` },
        shape: (found, detailed) => {
          const { hit, row } = found;
          const { exampleRoot, summary, tags: capabilities, executionMode, domain: area, versionPin } = row.metadata;
          return {
            example_id: shortId(hit.chunkId),
            ...(exampleRoot === undefined ? {} : { example_root: exampleRoot }),
            ...(hit.symbol === null ? {} : { symbol: hit.symbol }),
            language: hit.language,
            ...(versionPin === undefined ? {} : { version_pin: versionPin }),
            ...(detailed
              ? {
                  ...(summary === undefined ? {} : { summary }),
                  ...(capabilities === undefined ? {} : { capability_tags: capabilities.map(({ name }) => name) }),
                  ...(executionMode === undefined ? {} : { execution_mode: executionMode }),
                  ...(area === undefined ? {} : { domain: area }),
                }
              : {}),
            ...placeOf(found, detailed),
          };
        },
        heading: headingOf,
      },
      context,
    );
  },
});
