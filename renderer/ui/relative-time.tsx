import { useEffect, useState, type ReactNode } from 'react';
import { formatDateTime, formatRelativeTime } from './format.ts';

/** Words like "3 minutes ago" become wrong by themselves. Unit: ms. */
const tickMs = 30_000;

interface RelativeTimeProps {
  /** ISO 8601; null for what has not happened. */
  time: string | null;
  /** In place of a time that is not there. */
  never?: string;
}

/** How long ago something was; pointing at it gives the exact time. */
export function RelativeTime({ time, never = 'never' }: RelativeTimeProps): ReactNode {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), tickMs);
    return () => clearInterval(timer);
  }, []);
  if (time === null) return never;
  return (
    <time dateTime={time} title={formatDateTime(time)}>
      {formatRelativeTime(time, Math.max(now, Date.parse(time) || 0))}
    </time>
  );
}
