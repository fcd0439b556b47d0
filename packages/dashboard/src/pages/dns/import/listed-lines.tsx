/** A titled list about lines of a zone file. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type Tone } from '../../../ui/text/badge.tsx';

/** The first items of a list, and the number of all. */
export function Section<T>({
  title,
  icon: Icon,
  tone,
  items,
  count,
  children,
}: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly items: readonly T[];
  readonly count: number;
  readonly children: (item: T) => ReactNode;
}) {
  if (count === 0) return null;
  const hidden = count - items.length;
  return (
    <section aria-label={title} className="overflow-hidden rounded-md border border-line">
      <h3 className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-2 text-sm font-medium">
        <Icon className="size-3.5 text-ink-muted" aria-hidden="true" />
        {title}
        <Badge tone={tone}>{count.toLocaleString()}</Badge>
      </h3>
      <ul className="divide-y divide-line">{items.map(children)}</ul>
      {hidden > 0 && (
        <p className="border-t border-line px-3 py-2 text-sm text-ink-muted">
          And {hidden.toLocaleString()} more.
        </p>
      )}
    </section>
  );
}

export function Item({ line, children }: { readonly line?: number; readonly children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 px-3 py-2">
      <div className="min-w-0 flex-1">{children}</div>
      {line !== undefined && (
        <span className="figures shrink-0 text-sm text-ink-faint">line {line}</span>
      )}
    </li>
  );
}
