/** Revoked and expired keys, collapsed below the valid ones. */
import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

export function EndedKeys({
  count,
  children,
}: {
  readonly count: number;
  readonly children: ReactNode;
}) {
  if (count === 0) return null;
  return (
    <details className="group">
      <summary className="inline-flex cursor-pointer items-center gap-1.5 rounded-xs text-sm font-medium text-ink-muted hover:text-ink">
        <ChevronRight
          className="size-4 transition-transform duration-100 group-open:rotate-90"
          aria-hidden="true"
        />
        Revoked and expired ({count})
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
