/**
 * Menus, dialogs and toasts are half of the code of a first page, which needs none of them to be shown.
 * They are loaded once the page is on screen, or earlier when one of them opens.
 */
import { useEffect, useState } from 'react';

export type Popups = typeof import('./views/popup-views.ts');

export const loadPopups = (): Promise<Popups> => import('./views/popup-views.ts');

const afterMs = 1_000;

/** Whether they are loaded. */
export function usePopupsInAdvance(): boolean {
  const [areLoaded, setLoaded] = useState(false);
  useEffect(() => {
    const load = () => {
      loadPopups().then(
        () => setLoaded(true),
        // Without a connection: opening one tries again.
        () => {},
      );
    };
    const timer = setTimeout(load, afterMs);
    return () => clearTimeout(timer);
  }, []);
  return areLoaded;
}
