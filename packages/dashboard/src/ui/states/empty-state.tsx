/** An empty list: what it is for, and the next step. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

export interface EmptyStateProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** The title is the heading of the page, which has no other. */
  readonly isPage?: boolean;
  readonly children?: ReactNode;
  /** One button, or none. */
  readonly action?: ReactNode;
}

export function EmptyState({
  icon: Icon,
  title,
  isPage = false,
  children,
  action,
}: EmptyStateProps) {
  const Title = isPage ? 'h1' : 'p';
  return (
    <div className="flex flex-col items-center px-6 py-14 text-center">
      <span className="flex size-11 items-center justify-center rounded-lg border border-line bg-sunken text-ink-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <Title className="mt-4 text-md font-semibold">{title}</Title>
      {children !== undefined && (
        <div className="mt-1 max-w-sm text-pretty text-ink-muted">{children}</div>
      )}
      {action !== undefined && <div className="mt-5">{action}</div>}
    </div>
  );
}
