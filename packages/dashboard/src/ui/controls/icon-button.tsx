/** A button that is only an icon: its label is for screen readers and for the hint. */
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'> {
  readonly icon: LucideIcon;
  readonly label: string;
  readonly size?: 'sm' | 'md';
  readonly tone?: 'plain' | 'danger';
}

export function IconButton({
  icon: Icon,
  label,
  size = 'md',
  tone = 'plain',
  className,
  ...rest
}: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      data-hint={label}
      className={classNames(
        'inline-flex shrink-0 items-center justify-center rounded-sm text-ink-muted transition-colors duration-100 disabled:opacity-40',
        size === 'sm' ? 'size-8' : 'size-9',
        tone === 'danger'
          ? 'hover:bg-bad-soft hover:text-bad-ink'
          : 'hover:bg-hover hover:text-ink active:bg-pressed',
        className,
      )}
    >
      <Icon className="size-4" aria-hidden="true" />
    </button>
  );
}
