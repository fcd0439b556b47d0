/** Keys that are no good any more, folded away below those that are. */
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
      <summary className="inline-flex cursor-pointer rounded-xs text-sm font-medium text-ink-muted hover:text-ink">
        Revoked and expired ({count})
      </summary>
      <div className="mt-3">{children}</div>
    </details>
  );
}
