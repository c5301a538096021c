import type { ReactNode } from 'react';
import { themes, useTheme, type Theme } from '../../state/theme.ts';
import { Select } from '../../ui/select.tsx';
import styles from './settings-screen.module.css';

const themeTitles: Record<Theme, string> = { system: 'As the system', light: 'Light', dark: 'Dark' };

/** Settings; for now how the window looks. */
export function SettingsScreen(): ReactNode {
  const { theme, setTheme } = useTheme();
  return (
    <div className={styles.screen}>
      <h2>Settings</h2>
      <Select
        label="Appearance"
        value={theme}
        options={themes.map((value) => ({ value, title: themeTitles[value] }))}
        onValueChange={setTheme}
      />
    </div>
  );
}
