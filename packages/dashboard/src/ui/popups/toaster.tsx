/** The place for toasts, once on the page. ui/popups/toast-queue.ts has `showToast`. */
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { loadPopups, usePopupsInAdvance } from './popups.ts';
import { toasts } from './toast-queue.ts';

const View = lazy(async () => ({ default: (await loadPopups()).ToasterView }));

export function Toaster() {
  const isWaiting = useSyncExternalStore(toasts.subscribe, toasts.isWaiting);
  const areLoaded = usePopupsInAdvance();
  if (!isWaiting && !areLoaded) return null;
  return (
    <Suspense>
      <View />
    </Suspense>
  );
}
