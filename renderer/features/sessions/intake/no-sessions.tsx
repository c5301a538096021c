import type { ReactNode } from 'react';
import { desktopBridge } from '../../../rpc-client/desktop-bridge.ts';
import { Icon } from '../../../ui/icon.tsx';
import { LogPlaces } from './log-places.tsx';
import styles from './no-sessions.module.css';
import { PathForm } from './path-form.tsx';

/** What stands here before the first transcript: what it is for, and every way in. */
export function NoSessions(): ReactNode {
  const isDesktop = desktopBridge() !== null;
  return (
    // eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reached by keys
    <div className={styles.page} tabIndex={0} role="region" aria-label="Read the first transcripts">
      <div className={styles.content}>
        <div className={styles.zone}>
          <Icon name="sessions" size={24} />
          <h2>See where agents did not find what they looked for</h2>
          <p>
            {isDesktop
              ? 'Drop session files or folders of a coding agent here, or type where they are.'
              : 'Type where the session files of a coding agent are. A browser does not tell where dropped files lie.'}{' '}
            You see each question to the hub, what came back, what the agent did next, and you can replay what failed against
            today’s index.
          </p>
        </div>
        <PathForm />
        <LogPlaces />
      </div>
    </div>
  );
}
