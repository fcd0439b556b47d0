/** The layout of signed-out pages: one column with one task. */
import { Outlet } from '@tanstack/react-router';
import { useServiceInfo } from '../api/session.ts';
import { Badge } from '../ui/text/badge.tsx';
import { Logo } from './logo.tsx';
import { OfflineNotice } from './offline-notice.tsx';

export function VisitorLayout() {
  const { mode } = useServiceInfo();
  return (
    <>
      <OfflineNotice />
      <div className="flex min-h-dvh flex-col items-center px-4 pt-[max(2.5rem,12dvh)] pb-12">
        <header className="mb-7 flex items-center gap-3">
          <Logo />
          {mode === 'sandbox' && <Badge tone="warn">Sandbox</Badge>}
        </header>
        <main className="w-full max-w-100">
          <Outlet />
        </main>
      </div>
    </>
  );
}
