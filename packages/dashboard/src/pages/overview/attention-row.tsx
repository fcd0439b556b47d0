/** One entry of what needs attention: an icon, a sentence and its button. */
import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { classNames } from '../../ui/class-names.ts';

export function AttentionRow({
  icon: Icon,
  tone,
  action,
  children,
}: {
  readonly icon: LucideIcon;
  readonly tone: 'warn' | 'bad';
  readonly action: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
      <div className="flex min-w-0 flex-1 basis-64 items-start gap-3">
        <Icon
          className={classNames(
            'mt-0.5 size-4 shrink-0',
            tone === 'warn' ? 'text-warn-ink' : 'text-bad-ink',
          )}
          aria-hidden="true"
        />
        <p className="min-w-0 text-pretty text-ink-muted">{children}</p>
      </div>
      <div className="max-md:pl-7">{action}</div>
    </div>
  );
}
