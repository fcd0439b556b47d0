/** A form: submits with Enter, shows errors, and focuses the first invalid field. */
import { type ReactNode, useEffect, useRef } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Banner } from '../ui/layout/banner.tsx';
import type { Form } from './use-form.ts';

export function FormView<V extends object>({
  form,
  children,
  label,
  className,
}: {
  readonly form: Form<V>;
  readonly children: ReactNode;
  readonly label?: string;
  readonly className?: string;
}) {
  const element = useRef<HTMLFormElement>(null);
  const { failedAttempts } = form;
  // Once for each failed submission: the focus does not move while fields are corrected.
  useEffect(() => {
    if (failedAttempts === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [failedAttempts]);
  return (
    <form
      ref={element}
      noValidate
      aria-label={label}
      className={classNames('flex flex-col gap-4', className)}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {form.failure !== null && (
        <Banner tone="bad" isUrgent>
          {form.failure}
        </Banner>
      )}
      {children}
    </form>
  );
}
