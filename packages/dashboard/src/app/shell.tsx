/** The frame of every page of a workspace: navigation at the side, or at the bottom on phones. */
import { CSPProvider } from '@base-ui/react/csp-provider';
import { useQuery } from '@tanstack/react-query';
import { Outlet, useLocation } from '@tanstack/react-router';
import { Menu as MenuIcon } from 'lucide-react';
import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { useLiveUpdates } from '../api/live-updates.ts';
import { redirectToSignIn } from '../api/query-client.ts';
import { sessionQuery, useSession } from '../api/session.ts';
import { onSignOutElsewhere, reloadAtSignIn } from '../api/sign-out.ts';
import { useWorkspace } from '../api/use-workspace.ts';
import { Hints } from '../ui/popups/hints.tsx';
import { Sheet } from '../ui/popups/sheet.tsx';
import { Toaster } from '../ui/popups/toaster.tsx';
import { Badge } from '../ui/text/badge.tsx';
import { AccountMenu } from './account-menu.tsx';
import { FindButton, FindIcon, type FindProps, useFind } from './find/find-anything.tsx';
import { Logo } from './logo.tsx';
import { NavigationList, PhoneBar } from './navigation-list.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { pageDenial } from './page-acts.ts';
import { VerifyNotice } from './verify-notice.tsx';
import { WorkspaceSwitcher } from './workspace-switcher.tsx';

/** The pages of the own account, which no workspace withholds. */
const accountPath = /\/account(?:\/|$)/;

const SignInAgain = lazy(async () => ({
  default: (await import('./sign-in-again.tsx')).SignInAgain,
}));

const Suspended = lazy(async () => ({ default: (await import('./suspended.tsx')).Suspended }));
const NotAllowed = lazy(async () => ({
  default: (await import('./not-allowed.tsx')).NotAllowed,
}));

const FactorGate = lazy(async () => ({ default: (await import('./factor-gate.tsx')).FactorGate }));

export function Shell() {
  const { data } = useQuery(sessionQuery);
  const account = data?.account ?? null;
  const accountId = account?.id ?? null;
  const owner = useRef(accountId);
  useEffect(() => {
    if (accountId === null) redirectToSignIn();
    // Another account signed in from another tab: the data in memory is not theirs.
    else if (accountId !== owner.current) window.location.assign('/dashboard/');
  }, [accountId]);
  useEffect(() => onSignOutElsewhere(reloadAtSignIn), []);
  if (account === null || accountId !== owner.current) return null;
  return (
    // The page's content security policy allows no inline style elements.
    <CSPProvider disableStyleElements>
      <Frame />
      {data?.isEnded === true && (
        <Suspense fallback={<div className="fixed inset-0 z-50 bg-canvas" />}>
          <SignInAgain account={account} />
        </Suspense>
      )}
      <Toaster />
      <Hints />
    </CSPProvider>
  );
}

function Frame() {
  const { isSuspended, secondFactorDueAt, workspaceId } = useWorkspace();
  useLiveUpdates(workspaceId);
  const { pathname } = useLocation();
  const isAccount = accountPath.test(pathname);
  const [find, onFind] = useFind();
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  // After navigation the focus moves to the new page, as if it had been loaded.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the path is what it depends on
  useEffect(() => {
    if (isFirst.current) isFirst.current = false;
    else main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a
        href="#main"
        className="sr-only z-50 rounded-sm bg-accent px-3 py-2 font-medium text-on-accent focus:not-sr-only focus:fixed focus:top-3 focus:left-3"
      >
        Skip to content
      </a>
      <div className="md:grid md:min-h-dvh md:grid-cols-[15rem_minmax(0,1fr)] print:block">
        <SideBar onFind={onFind} />
        <PhoneHeader onFind={onFind} />
        <main
          id="main"
          ref={main}
          tabIndex={-1}
          className="min-w-0 outline-none max-md:pb-[calc(3.5rem+env(safe-area-inset-bottom))]"
        >
          <OfflineNotice />
          <VerifyNotice />
          <Suspense>
            {isSuspended && !isAccount ? (
              <Suspended />
            ) : secondFactorDueAt === null ? (
              <AllowedPage />
            ) : (
              <FactorGate dueAt={secondFactorDueAt} isAccount={isAccount}>
                <AllowedPage />
              </FactorGate>
            )}
          </Suspense>
        </main>
        <PhoneNavigation />
      </div>
      {find}
    </>
  );
}

/** The page, or why the role lacks it. */
function AllowedPage() {
  const { grant, workspaceId } = useWorkspace();
  const { pathname } = useLocation();
  const [, path = ''] = pathname.split(`/${workspaceId}/`);
  const denied = pageDenial(grant, path);
  if (denied === null) return <Outlet />;
  return <NotAllowed denied={denied} />;
}

function SideBar({ onFind }: FindProps) {
  return (
    <aside className="sticky top-0 flex h-dvh flex-col border-r border-line bg-sunken max-md:hidden print:hidden">
      <Brand />
      <div className="px-3">
        <WorkspaceSwitcher />
        <FindButton onFind={onFind} />
      </div>
      <nav aria-label="Workspace" className="min-h-0 flex-1 overflow-y-auto px-3 py-4">
        <NavigationList />
      </nav>
      <div className="border-t border-line p-3">
        <AccountMenu />
      </div>
    </aside>
  );
}

function Brand() {
  return (
    <div className="flex h-14 items-center justify-between px-4">
      <Logo />
      <SandboxBadge />
    </div>
  );
}

function SandboxBadge() {
  const { service } = useSession();
  const { name } = useWorkspace();
  // The first workspace has this name until it is renamed.
  if (name === 'Sandbox') return null;
  return service.mode === 'sandbox' && <Badge tone="warn">Sandbox</Badge>;
}

function PhoneHeader({ onFind }: FindProps) {
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-line bg-sunken px-3 md:hidden print:hidden">
      <Logo hasName={false} />
      <div className="min-w-0 flex-1">
        <WorkspaceSwitcher />
      </div>
      <SandboxBadge />
      <FindIcon onFind={onFind} />
      <AccountMenu isCompact />
    </header>
  );
}

function PhoneNavigation() {
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  return (
    <nav
      aria-label="Workspace"
      className="fixed inset-x-0 bottom-0 z-10 flex border-t border-line bg-sunken pb-[env(safe-area-inset-bottom)] md:hidden print:hidden"
    >
      <PhoneBar />
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpenAt(pathname)}
        className="flex h-14 flex-1 flex-col items-center justify-center gap-1 text-xs text-ink-muted"
      >
        <MenuIcon className="size-5" aria-hidden="true" />
        Menu
      </button>
      {/* Navigation closes it. */}
      <Sheet isOpen={openAt === pathname} onClose={() => setOpenAt(null)} title="Menu">
        <nav aria-label="All pages">
          <NavigationList />
        </nav>
      </Sheet>
    </nav>
  );
}
