/** A section of a page with its own background, an optional heading, action and footer. */
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface CardProps {
  readonly title?: string;
  readonly description?: ReactNode;
  readonly action?: ReactNode;
  readonly footer?: ReactNode;
  readonly children?: ReactNode;
  /** Lists and tables reach the edges. */
  readonly isFlush?: boolean;
}

export function Card({ title, description, action, footer, children, isFlush = false }: CardProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="overflow-clip rounded-lg border border-line bg-surface shadow-card"
    >
      {title !== undefined && (
        <header
          className={classNames(
            'flex flex-wrap items-start justify-between gap-x-6 gap-y-3 px-5 pt-4',
            isFlush ? 'border-b border-line pb-4' : 'pb-1',
          )}
        >
          <div className="min-w-0">
            <h2 id={id} className="text-md font-semibold">
              {title}
            </h2>
            {description !== undefined && (
              <p className="mt-0.5 max-w-prose text-sm text-ink-muted">{description}</p>
            )}
          </div>
          {action}
        </header>
      )}
      <div className={isFlush ? undefined : 'px-5 pt-3 pb-5'}>{children}</div>
      {footer !== undefined && (
        <footer className="flex flex-wrap items-center justify-end gap-3 border-t border-line bg-sunken px-5 py-3">
          {footer}
        </footer>
      )}
    </section>
  );
}
