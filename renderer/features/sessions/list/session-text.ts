import type { SessionSummary } from '../../../../main/contract/sessions.ts';

const day = new Intl.DateTimeFormat('en', { dateStyle: 'medium', timeStyle: 'short' });

/** Its title in one line; else the folder that it worked in, else its id. */
export function sessionTitle({ title, cwd, id }: Pick<SessionSummary, 'title' | 'cwd' | 'id'>): string {
  const line = title?.replace(/\s+/g, ' ').trim() ?? '';
  if (line !== '') return line;
  const folder =
    cwd
      ?.replace(/[\\/]+$/, '')
      .split(/[\\/]/)
      .at(-1) ?? '';
  return folder === '' ? id : `${folder} · ${id.slice(0, 8)}`;
}

/** When it began. */
export function sessionTime({ startedAt }: Pick<SessionSummary, 'startedAt'>): string {
  return startedAt === null ? 'no time recorded' : day.format(startedAt);
}
