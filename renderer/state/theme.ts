import { create } from 'zustand';

export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'context-hub.theme';

interface ThemeState {
  theme: Theme;
  setTheme: (theme: Theme) => void;
}

/** Light, dark, or as the system has it; kept between runs. */
export const useTheme = create<ThemeState>((set) => ({
  theme: readTheme(),
  setTheme(theme) {
    applyTheme(theme);
    try {
      window.localStorage.setItem(storageKey, theme);
    } catch {
      // Without storage it holds until the window is closed.
    }
    set({ theme });
  },
}));

/** Puts the kept theme on the page, before anything is painted. */
export function applyTheme(theme: Theme = readTheme()): void {
  if (theme === 'system') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = theme;
}

function readTheme(): Theme {
  try {
    const kept = window.localStorage.getItem(storageKey);
    return themes.find((theme) => theme === kept) ?? 'system';
  } catch {
    return 'system';
  }
}
