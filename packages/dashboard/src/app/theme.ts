/** The light, dark or system theme. public/start.js applies it before the first paint. */
import { useState } from 'react';
import { browserStorage } from '../api/browser-storage.ts';

export type Theme = 'system' | 'light' | 'dark';

const storageKey = 'theme';

export function useTheme(): readonly [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(currentTheme);
  return [
    theme,
    (next) => {
      applyTheme(next);
      setTheme(next);
    },
  ];
}

function currentTheme(): Theme {
  const { theme } = document.documentElement.dataset;
  return theme === 'light' || theme === 'dark' ? theme : 'system';
}

function applyTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  if (theme === 'system') browserStorage.remove(storageKey);
  else browserStorage.set(storageKey, theme);
}
