/** The layout of a page: title (also of the browser tab), actions and sections. */
import { type ReactNode, useEffect } from 'react';
import { classNames } from '../class-names.ts';

export interface PageProps {
  readonly title: string;
  /** The title of the browser tab where it differs. */
  readonly tabTitle?: string;
  /** Beside the title: a badge, a status. */
  readonly aside?: ReactNode;
  readonly description?: ReactNode;
  readonly actions?: ReactNode;
  /** Above the title: the parent page. */
  readonly breadcrumb?: ReactNode;
  readonly children: ReactNode;
  /** The title and its actions stay in view: for long lists that the actions are about. */
  readonly isHeaderSticky?: boolean;
  /** Lists use the full width; forms are easier to read when narrow. */
  readonly width?: 'narrow' | 'wide';
}

export function Page({
  title,
  tabTitle = title,
  aside,
  description,
  actions,
  breadcrumb,
  children,
  width = 'wide',
  isHeaderSticky = false,
}: PageProps) {
  usePageTitle(tabTitle);
  return (
    <div
      className={classNames(
        'mx-auto w-full px-4 pt-6 pb-16 md:px-8 md:pt-9',
        width === 'narrow' ? 'max-w-3xl' : 'max-w-6xl',
      )}
    >
      <header
        className={
          isHeaderSticky
            ? 'sticky top-0 z-4 -mx-4 mb-3 bg-canvas px-4 py-3 max-md:top-14 md:-mx-8 md:mb-5 md:px-8'
            : 'mb-6 md:mb-8'
        }
      >
        {breadcrumb !== undefined && (
          <div className="mb-2 text-sm text-ink-muted print:hidden">{breadcrumb}</div>
        )}
        <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-3">
          <div className="min-w-0">
            <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <h1 className="min-w-0 text-xl font-semibold tracking-tight break-words">{title}</h1>
              {aside}
            </div>
            {description !== undefined && <p className="mt-1 text-ink-muted">{description}</p>}
          </div>
          {actions !== undefined && (
            <div className="flex flex-wrap gap-2 print:hidden">{actions}</div>
          )}
        </div>
      </header>
      <div className="flex flex-col gap-6">{children}</div>
    </div>
  );
}

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Hostmaster`;
  }, [title]);
}
