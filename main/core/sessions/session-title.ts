import { mainThread, type Session } from './model.ts';

/** Unit: characters. */
const longestTitle = 160;

/** What people know a session by: the title that the agent gave it, else the beginning of the first prompt. */
export function sessionTitle({ title, messages }: Pick<Session, 'title' | 'messages'>): string | null {
  if (title !== null && title.trim() !== '') return title;
  const prompt = messages.find(
    ({ role, kind, thread, text }) => role === 'user' && kind === 'said' && thread === mainThread && text.trim() !== '',
  );
  if (prompt === undefined) return null;
  const lines = prompt.text.split(/\r?\n/).map((line) => line.trim());
  // Some agents put what the user wrote between tags: `<task>`.
  const line = lines.find((each) => each !== '' && !/^<\/?[\w-]+>$/.test(each)) ?? lines.find((each) => each !== '') ?? '';
  return line.length > longestTitle ? `${line.slice(0, longestTitle).toWellFormed()}…` : line;
}
