import type { SearchFilters } from '../contract/search.ts';
import type { ContentType } from '../core/chunk.ts';
import type { VectorFilter } from '../core/vectors.ts';
import { escapeLike } from './escape-like.ts';

/** A condition over `c` (chunks), `f` (files) and `s` (sources) with its bound values. */
export interface SqlCondition {
  sql: string;
  values: unknown[];
}

/** From chunks `c` to their files `f` and sources `s`. */
export const joins = 'JOIN files f ON f.id = c.file_id JOIN sources s ON s.id = f.source_id';

/** The joins that a condition needs. */
export function joinsFor(where: string): string {
  return /\b[fs]\./.test(where) ? joins : '';
}

/** Conditions as one clause with its bound values; empty without conditions. */
export function whereOf(conditions: readonly SqlCondition[], lead: 'WHERE' | 'AND'): { sql: string; values: unknown[] } {
  if (conditions.length === 0) return { sql: '', values: [] };
  return {
    sql: `${lead} ${conditions.map((condition) => `(${condition.sql})`).join(' AND ')}`,
    values: conditions.flatMap((condition) => condition.values),
  };
}

const placeholders = (items: readonly unknown[]): string => items.map(() => '?').join(', ');

function listed(name: string, value: string, orPrefix = false): SqlCondition {
  const match = orPrefix ? `(v.value = ? OR v.value LIKE ? ESCAPE '\\')` : `v.value = ?`;
  return {
    sql: `EXISTS (SELECT 1 FROM chunk_values v WHERE v.chunk = c.id AND v.name = '${name}' AND ${match})`,
    values: orPrefix ? [value, `${escapeLike(value)}.%`] : [value],
  };
}

/** The class part of a base such as `Base[Foo, Bar]` counts, with or without its arguments and module. */
function baseClass(value: string): SqlCondition {
  const like = escapeLike(value);
  return {
    sql: `EXISTS (SELECT 1 FROM chunk_values v WHERE v.chunk = c.id AND v.name = 'baseClasses' AND (v.value = ? OR v.value LIKE ? ESCAPE '\\' OR v.value LIKE ? ESCAPE '\\'))`,
    values: [value, `${like}[%`, `%.${like}`],
  };
}

/** The conditions of all filters; `contentTypes` are those that the tool allows. */
export function filterConditions(filters: SearchFilters, contentTypes: readonly ContentType[] | null): SqlCondition[] {
  const conditions: SqlCondition[] = [];
  const oneOf = (column: string, items: readonly string[] | undefined): void => {
    if (items) conditions.push({ sql: `${column} COLLATE NOCASE IN (${placeholders(items)})`, values: [...items] });
  };
  if (contentTypes) oneOf('c.content_type', contentTypes);
  oneOf('c.content_type', filters.content_type);
  oneOf('s.name', filters.source);
  oneOf('c.language', filters.language);
  oneOf('c.chunk_type', filters.chunk_type);
  oneOf('c.domain', filters.domain);
  if (filters.chunk_id)
    conditions.push({ sql: 'c.chunk_id IN (SELECT value FROM json_each(?))', values: [JSON.stringify(filters.chunk_id)] });
  if (filters.repo) {
    const each = filters.repo.map(() => `(s.repo = ? COLLATE NOCASE OR s.repo LIKE ? ESCAPE '\\')`).join(' OR ');
    conditions.push({ sql: `(${each})`, values: filters.repo.flatMap((repo) => [repo, `%/${escapeLike(repo)}`]) });
  }
  if (filters.path) {
    const path = filters.path.replace(/^\.?\//, '');
    conditions.push({ sql: `f.path LIKE ? ESCAPE '\\'`, values: [`${escapeLike(path)}%`] });
  }
  if (filters.module) {
    conditions.push({
      sql: `(c.module_path = ? OR c.module_path LIKE ? ESCAPE '\\')`,
      values: [filters.module, `${escapeLike(filters.module)}.%`],
    });
  }
  if (filters.class_name) conditions.push({ sql: 'c.class_name = ? COLLATE NOCASE', values: [filters.class_name] });
  if (filters.is_dataclass !== undefined) conditions.push({ sql: 'c.is_dataclass = ?', values: [Number(filters.is_dataclass)] });
  if (filters.yields) conditions.push(listed('yields', filters.yields));
  if (filters.calls) conditions.push(calls(filters.calls));
  if (filters.imports) conditions.push(listed('imports', filters.imports, true));
  if (filters.base_class) conditions.push(baseClass(filters.base_class));
  if (filters.tags) {
    conditions.push({
      sql: `EXISTS (SELECT 1 FROM example_tags t WHERE t.source_id = f.source_id AND t.root = f.example_root AND t.tag IN (${placeholders(filters.tags)}))`,
      values: [...filters.tags],
    });
  }
  if (filters.execution_mode) {
    conditions.push({
      sql: `EXISTS (SELECT 1 FROM examples x WHERE x.source_id = f.source_id AND x.root = f.example_root AND x.execution_mode IN (${placeholders(filters.execution_mode)}))`,
      values: [...filters.execution_mode],
    });
  }
  return conditions;
}

/** `push_frame` finds calls of `self.push_frame`, `Class.push_frame` and `super().push_frame`; a qualified name only itself. */
function calls(value: string): SqlCondition {
  const name = value.replace(/\(\s*\)$/, '').replace(/^self\./, '');
  if (/[.(]/.test(name)) return listed('calls', name);
  return {
    sql: `EXISTS (SELECT 1 FROM chunk_values v WHERE v.chunk = c.id AND v.name = 'calls' AND (v.value = ? OR v.value LIKE ? ESCAPE '\\'))`,
    values: [name, `%.${escapeLike(name)}`],
  };
}

/** The part of the filters that every vector store evaluates itself; null `rest` when there is no more to it. */
export function vectorFilterOf(
  filters: SearchFilters,
  contentTypes: readonly ContentType[] | null,
): { filter: VectorFilter; complete: boolean } {
  const { content_type, source, language, version: _version, version_filter: _versionFilter, ...selective } = filters;
  const types = content_type ? (contentTypes ?? content_type).filter((type) => content_type.includes(type)) : contentTypes;
  const filter: VectorFilter = {
    ...(types ? { contentTypes: types as ContentType[] } : {}),
    ...(source ? { sources: source } : {}),
    ...(language ? { languages: language } : {}),
  };
  return { filter, complete: Object.values(selective).every((value) => value === undefined) };
}
