import { z } from 'zod';
import { areaPrefix } from '../../../store/area-listing.ts';
import { oneLine } from '../markdown.ts';
import { defineTool } from '../tool.ts';
import { answerFields, limitField, longestPath, nameField, namesField, queryField, versionFields } from './common-input.ts';
import { shortId } from './chunk-id.ts';
import { placeOf, runSearch, type FoundHit } from './run-search.ts';
import { docHitSchema, searchAnswerFields } from './search-schemas.ts';
import { searchAliases, versionFilters } from './search-filters.ts';

/** Headings above the hit, without the page's own title. */
function sectionOf({ hit }: FoundHit): string {
  return hit.section.filter((heading, depth) => depth > 0 || heading !== hit.title).join(' › ');
}

export const searchDocs = defineTool({
  name: 'search_docs',
  title: 'Search documentation',
  description:
    'Guides, concepts, settings and references in the indexed documentation and READMEs. Use it first for “how do I …” and “what does … do”. Returns ranked sections with ids for get_doc. area narrows to a folder of the docs, such as guides or server/services; if it does not exist the answer lists those that do. For classes and signatures take search_api, for code that runs search_examples.',
  input: z.strictObject({
    query: queryField,
    area: z.string().min(1).max(longestPath).optional().describe('path prefix within the documentation'),
    limit: limitField,
    source: namesField.optional().describe('name of an indexed source'),
    repo: namesField.optional().describe('owner/name, or its last part'),
    ...versionFields,
    language: nameField.optional().describe('of the pages, such as markdown'),
    ...answerFields,
  }),
  output: z.object({ hits: z.array(docHitSchema), ...searchAnswerFields }),
  aliases: searchAliases,
  run: async (input, context) => {
    const { area, source, repo, language } = input;
    const path = area === undefined ? null : await context.parts.answering.use((hub) => areaPrefix(hub.connection, area) ?? area);
    return runSearch(
      {
        tool: 'docs',
        filters: {
          ...(path === null || path === '' ? {} : { path }),
          ...(source === undefined ? {} : { source }),
          ...(repo === undefined ? {} : { repo }),
          ...(language === undefined ? {} : { language }),
          ...versionFilters(input),
        },
        input,
        shape: (found, detailed) => {
          const section = sectionOf(found);
          return {
            doc_id: shortId(found.hit.chunkId),
            title: found.hit.title,
            ...(section === '' ? {} : { section }),
            ...placeOf(found, detailed),
          };
        },
        heading: (found) => oneLine([found.hit.title, sectionOf(found)].filter((part) => part !== '').join(' › ')),
      },
      context,
    );
  },
});
