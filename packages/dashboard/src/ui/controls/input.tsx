/** Single-line and multi-line text. The text is large enough that phones do not zoom in. */
import { Eye, EyeOff } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';
import { classNames } from '../class-names.ts';

/** Shared by everything that looks like an input. */
export const controlClass = classNames(
  'w-full min-w-0 rounded-sm border border-line-strong bg-surface text-ink shadow-control',
  'max-md:text-md md:text-base transition-colors duration-100',
  'hover:border-control focus-visible:border-accent focus-visible:outline-offset-0',
  'aria-invalid:border-bad aria-invalid:focus-visible:outline-bad',
  'disabled:bg-sunken disabled:text-ink-muted [&[readonly]]:bg-sunken',
);

export interface InputProps extends ComponentProps<'input'> {
  /** Inside the input, before and after the text. */
  readonly before?: ReactNode;
  readonly after?: ReactNode;
  readonly isMono?: boolean;
}

export function Input({ before, after, isMono = false, className, ...rest }: InputProps) {
  const input = (
    <input
      {...rest}
      className={classNames(
        controlClass,
        'h-9 px-3',
        // Inputs cut off the underscores of some fonts at larger sizes.
        isMono && 'font-mono md:text-sm!',
        before !== undefined && 'pl-9',
        after !== undefined && 'pr-10',
        before === undefined && after === undefined && className,
      )}
    />
  );
  if (before === undefined && after === undefined) return input;
  return (
    <div className={classNames('relative', className)}>
      {before !== undefined && (
        <span className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-ink-faint">
          {before}
        </span>
      )}
      {input}
      {after !== undefined && (
        <span className="absolute inset-y-0 right-1 flex items-center">{after}</span>
      )}
    </div>
  );
}

export function PasswordInput(props: Omit<InputProps, 'type' | 'after'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Input
      {...props}
      type={isShown ? 'text' : 'password'}
      spellCheck={false}
      autoCapitalize="none"
      after={
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          aria-pressed={isShown}
          onClick={() => setShown(!isShown)}
          className="flex size-7 items-center justify-center rounded-xs text-ink-faint hover:bg-hover hover:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  );
}

export function TextArea({
  className,
  isMono = false,
  ...rest
}: ComponentProps<'textarea'> & { readonly isMono?: boolean }) {
  return (
    <textarea
      {...rest}
      className={classNames(controlClass, 'px-3 py-2', isMono && 'font-mono', className)}
    />
  );
}
