/** Shown above the content while the browser is offline, below the header on phones. */
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';

export function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status" className="sticky top-0 z-5 max-md:top-14">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          <WifiOff className="size-4 shrink-0" aria-hidden="true" />
          You're offline. Anything you've typed is kept.
        </p>
      )}
    </div>
  );
}

function subscribe(onChange: () => void): () => void {
  window.addEventListener('online', onChange);
  window.addEventListener('offline', onChange);
  return () => {
    window.removeEventListener('online', onChange);
    window.removeEventListener('offline', onChange);
  };
}
