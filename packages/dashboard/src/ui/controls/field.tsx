/**
 * The frame around a control: its label above, and a hint or an error below. The control gets ids
 * that connect it with label, hint and error for screen readers.
 */
import { CircleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { classNames } from '../class-names.ts';

export interface FieldControl {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

export interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  readonly isOptional?: boolean;
  /** Right of the label: a link such as "Forgot password?". */
  readonly aside?: ReactNode;
  readonly isLabelHidden?: boolean;
  readonly className?: string;
}

export function Field({
  label,
  hint,
  error = null,
  isOptional = false,
  aside,
  isLabelHidden = false,
  className,
  children,
}: FieldProps & { readonly children: (control: FieldControl) => ReactNode }) {
  const id = useId();
  const hasNote = error !== null || hint !== undefined;
  const control: FieldControl = {
    id,
    'aria-describedby': hasNote ? `${id}-note` : undefined,
    'aria-invalid': error === null ? undefined : true,
  };
  return (
    <div className={classNames('flex min-w-0 flex-col gap-1.5', className)}>
      <div
        className={classNames(
          'flex items-baseline justify-between gap-3 text-sm',
          isLabelHidden && 'sr-only',
        )}
      >
        <label htmlFor={id} className="font-medium text-ink">
          {label}
          {isOptional && <span className="font-normal text-ink-faint"> (optional)</span>}
        </label>
        {aside}
      </div>
      {children(control)}
      {error !== null ? (
        <FieldError id={`${id}-note`}>{error}</FieldError>
      ) : (
        hint !== undefined && (
          <p id={`${id}-note`} className="text-sm text-ink-muted">
            {hint}
          </p>
        )
      )}
    </div>
  );
}

/** What is wrong with a control that names this `id` in `aria-describedby`. */
export function FieldError({ id, children }: { readonly id: string; readonly children: string }) {
  return (
    <p id={id} className="flex items-start gap-1.5 text-sm text-bad-ink">
      <CircleAlert className="mt-0.5 size-3.5 shrink-0" aria-hidden="true" />
      <span>{children}</span>
    </p>
  );
}
