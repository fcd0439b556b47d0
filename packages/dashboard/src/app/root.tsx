/** Around every page: toasts, tooltips and the offline notice. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { Outlet } from '@tanstack/react-router';
import { WifiOff } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { Toaster } from '../ui/toaster.tsx';
import { TooltipProvider } from '../ui/tooltip.tsx';

export function Root() {
  return (
    // The page's content security policy allows no inline style elements.
    <CSPProvider disableStyleElements>
      <TooltipProvider>
        <OfflineNotice />
        <Outlet />
        <Toaster />
      </TooltipProvider>
    </CSPProvider>
  );
}

function OfflineNotice() {
  const isOnline = useSyncExternalStore(subscribe, () => navigator.onLine);
  return (
    <div role="status">
      {!isOnline && (
        <p className="flex items-center justify-center gap-2 bg-warn-soft px-4 py-2 text-sm text-warn-ink">
          <WifiOff className="size-4" aria-hidden="true" />
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
