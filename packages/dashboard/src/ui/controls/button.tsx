/** Buttons, and links that look like them. One primary button per page or dialog. */
import { createLink } from '@tanstack/react-router';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { classNames } from '../class-names.ts';
import { Spinner } from '../states/spinner.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'sm' | 'md' | 'lg';

interface ButtonStyle {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly icon?: LucideIcon | undefined;
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonStyle {
  /** Shows a spinner and disables the button. */
  readonly isLoading?: boolean;
}

const variants: Readonly<Record<ButtonVariant, string>> = {
  primary: 'bg-accent text-on-accent shadow-control hover:bg-accent-hover active:bg-accent-hover',
  secondary:
    'bg-surface text-ink border border-line-strong shadow-control hover:bg-hover active:bg-pressed',
  ghost: 'text-ink-muted hover:bg-hover hover:text-ink active:bg-pressed',
  danger: 'bg-bad text-white shadow-control hover:bg-bad-hover active:bg-bad-hover',
};

const sizes: Readonly<Record<ButtonSize, string>> = {
  sm: 'h-8 gap-1.5 px-2.5 text-sm',
  md: 'h-9 gap-2 px-3.5 text-base',
  lg: 'h-10 gap-2 px-4 text-base',
};

export function buttonClass(style: ButtonStyle = {}): string {
  return classNames(
    'relative inline-flex shrink-0 items-center justify-center rounded-sm font-medium whitespace-nowrap select-none',
    'transition-colors duration-100 disabled:pointer-events-none',
    // A busy button keeps its colour, a disabled one does not.
    'disabled:aria-busy:opacity-75 disabled:not-aria-busy:border-transparent disabled:not-aria-busy:bg-pressed disabled:not-aria-busy:text-ink-faint disabled:not-aria-busy:shadow-none',
    variants[style.variant ?? 'secondary'],
    sizes[style.size ?? 'md'],
  );
}

export function Button({
  variant,
  size,
  icon: Icon,
  isLoading = false,
  disabled,
  className,
  children,
  type = 'button',
  ...rest
}: ButtonProps) {
  return (
    <button
      {...rest}
      type={type}
      disabled={disabled === true || isLoading}
      aria-busy={isLoading || undefined}
      className={classNames(buttonClass({ variant, size }), className)}
    >
      {isLoading ? <Spinner /> : Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </button>
  );
}

/** `<ButtonLink to="/$workspaceId/credits" params={…} variant="primary">`: typed like Link. */
export const ButtonLink = createLink(AnchorButton);

function AnchorButton({
  variant,
  size,
  icon: Icon,
  className,
  children,
  ...rest
}: ComponentProps<'a'> & ButtonStyle) {
  return (
    <a {...rest} className={classNames(buttonClass({ variant, size }), className)}>
      {Icon && <Icon className="size-4 shrink-0" aria-hidden="true" />}
      {children}
    </a>
  );
}
