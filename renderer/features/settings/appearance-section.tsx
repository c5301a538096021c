import type { ReactNode } from 'react';
import { themes, useTheme, type Theme } from '../../state/theme.ts';
import { Button } from '../../ui/button.tsx';
import type { IconName } from '../../ui/icon.tsx';
import styles from './settings-screen.module.css';

const titles: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };
const icons: Record<Theme, IconName> = { system: 'settings', light: 'sun', dark: 'moon' };

/** How the window looks; kept in this browser or app. */
export function AppearanceSection(): ReactNode {
  const { theme, setTheme } = useTheme();
  return (
    <section className={styles.setting} aria-labelledby="appearance-theme">
      <h3 id="appearance-theme">Colours</h3>
      <div className={styles.choices} role="group" aria-labelledby="appearance-theme">
        {themes.map((each) => (
          <Button
            key={each}
            icon={icons[each]}
            variant={each === theme ? 'primary' : 'plain'}
            aria-pressed={each === theme}
            onClick={() => setTheme(each)}
          >
            {titles[each]}
          </Button>
        ))}
      </div>
      <p className={styles.muted}>Motion follows the system: with reduced motion nothing moves.</p>
    </section>
  );
}
