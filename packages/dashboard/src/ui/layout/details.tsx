/** Facts with their labels: beside them on a desktop, above them on a phone. */
import type { ReactNode } from 'react';

export function Details({ children }: { readonly children: ReactNode }) {
  return <dl className="grid gap-x-6 gap-y-3 md:grid-cols-[9rem_minmax(0,1fr)]">{children}</dl>;
}

export function Detail({
  label,
  children,
}: {
  readonly label: string;
  readonly children: ReactNode;
}) {
  return (
    <div className="md:contents">
      <dt className="text-sm text-ink-muted">{label}</dt>
      <dd className="min-w-0">{children}</dd>
    </div>
  );
}
