/** Two versions of something: what another person has saved, and what is typed here. */
import type { ReactNode } from 'react';

export function VersionsSideBySide({
  theirs,
  mine,
}: {
  readonly theirs: ReactNode;
  readonly mine: ReactNode;
}) {
  return (
    <div className="grid gap-3 md:grid-cols-2">
      <Version title="Saved now">{theirs}</Version>
      <Version title="Your version">{mine}</Version>
    </div>
  );
}

function Version({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <section
      aria-label={title}
      className="min-w-0 rounded-md border border-line-strong bg-surface px-3.5 py-3"
    >
      <p className="mb-1.5 text-sm font-semibold">{title}</p>
      {children}
    </section>
  );
}
