/** The quiet frame of sign-in and its relatives: one column, one thing to do. */
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useServiceInfo } from '../api/session.ts';
import { Badge } from '../ui/badge.tsx';
import { usePageTitle } from '../ui/page.tsx';
import { Logo } from './logo.tsx';

export function VisitorLayout() {
  const { mode } = useServiceInfo();
  return (
    <div className="flex min-h-dvh flex-col items-center px-4 pt-[max(2.5rem,12dvh)] pb-12">
      <header className="mb-7 flex items-center gap-3">
        <Logo />
        {mode === 'sandbox' && <Badge tone="warn">Sandbox</Badge>}
      </header>
      <main className="w-full max-w-100">
        <Outlet />
      </main>
    </div>
  );
}

export function VisitorCard({
  title,
  description,
  children,
  footer,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The other way: "No account yet? Sign up". */
  readonly footer?: ReactNode;
}) {
  const id = useId();
  usePageTitle(title);
  return (
    <>
      <section
        aria-labelledby={id}
        className="rounded-xl border border-line bg-surface p-6 shadow-card md:p-8"
      >
        <h1 id={id} className="text-lg font-semibold tracking-tight">
          {title}
        </h1>
        {description !== undefined && (
          <div className="mt-1 text-pretty text-ink-muted">{description}</div>
        )}
        {children !== undefined && <div className="mt-6">{children}</div>}
      </section>
      {footer !== undefined && <p className="mt-5 text-center text-ink-muted">{footer}</p>}
    </>
  );
}
