/** A sentence about the whole page or section: a warning, something under way, a next step. */
import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../class-names.ts';

export type BannerTone = 'info' | 'good' | 'warn' | 'bad';

const styles: Readonly<Record<BannerTone, { readonly icon: LucideIcon; readonly colors: string }>> =
  {
    info: { icon: Info, colors: 'bg-accent-soft text-accent-ink' },
    good: { icon: CircleCheck, colors: 'bg-good-soft text-good-ink' },
    warn: { icon: TriangleAlert, colors: 'bg-warn-soft text-warn-ink' },
    bad: { icon: CircleAlert, colors: 'bg-bad-soft text-bad-ink' },
  };

export function Banner({
  tone = 'info',
  title,
  children,
  action,
  isUrgent = false,
}: {
  readonly tone?: BannerTone;
  readonly title?: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
  /** Announced by screen readers at once: the result of an action. */
  readonly isUrgent?: boolean;
}) {
  const { icon: Icon, colors } = styles[tone];
  return (
    <div
      role={isUrgent ? 'alert' : undefined}
      className={classNames(
        'flex flex-wrap items-center gap-x-4 gap-y-3 rounded-md px-3.5 py-3 md:flex-nowrap',
        colors,
      )}
    >
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
        <div className="min-w-0 flex-1 text-pretty">
          {title !== undefined && <p className="font-medium">{title}</p>}
          {children}
        </div>
      </div>
      {action !== undefined && <div className="flex shrink-0 gap-2 max-md:pl-7">{action}</div>}
    </div>
  );
}
