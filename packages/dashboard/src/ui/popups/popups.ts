/**
 * Menus, dialogs and toasts are half of the code of a first page, which needs none of them to be shown.
 * They are loaded when the person begins to act, or when one of them opens.
 */
import { useEffect, useState } from 'react';
import { useHasActed } from '../use-has-acted.ts';

export type Popups = typeof import('./views/popup-views.ts');

export const loadPopups = (): Promise<Popups> => import('./views/popup-views.ts');

/** Whether they are loaded. The first act of the person loads them: the next may open one. */
export function usePopupsInAdvance(): boolean {
  const [areLoaded, setLoaded] = useState(false);
  const hasActed = useHasActed();
  useEffect(() => {
    if (!hasActed) return;
    loadPopups().then(
      () => setLoaded(true),
      // Without a connection: opening one tries again.
      () => {},
    );
  }, [hasActed]);
  return areLoaded;
}
