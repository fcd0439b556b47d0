/** The card of a signed-out page: a title, one task, and a link to the alternative. */
import { type ReactNode, useId } from 'react';
import { usePageTitle } from '../../ui/layout/page.tsx';

export function VisitorCard({
  title,
  description,
  children,
  footer,
}: {
  readonly title: string;
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The alternative: "Don't have an account? Sign up". */
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
        {children !== undefined && children !== false && <div className="mt-6">{children}</div>}
      </section>
      {footer !== undefined && <p className="mt-5 text-center text-ink-muted">{footer}</p>}
    </>
  );
}
