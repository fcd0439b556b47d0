/** A row of a card on the account page: what it is, and what can be done about it. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export function AccountRow({
  icon: Icon,
  title,
  badge,
  action,
  children,
}: {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly badge?: ReactNode;
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <li className="flex items-center gap-4 px-5 py-3.5">
      <Icon className="size-5 shrink-0 text-ink-faint" aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 font-medium">
          {title}
          {badge}
        </p>
        <div className="text-sm text-ink-muted">{children}</div>
      </div>
      {action}
    </li>
  );
}
