/** Which searches the start page lists: asked for by the page, and by what runs before it. */
export const recentSearches = { limit: 12 };
