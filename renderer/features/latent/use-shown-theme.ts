import { useTheme } from '../../state/theme.ts';
import { useMedia } from '../../ui/use-media.ts';

/** The appearance that is shown, whoever chose it. */
export function useShownTheme(): 'light' | 'dark' {
  const { theme } = useTheme();
  const isDark = useMedia('(prefers-color-scheme: dark)');
  if (theme !== 'system') return theme;
  return isDark ? 'dark' : 'light';
}
