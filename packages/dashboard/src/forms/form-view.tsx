/** A form on the page: submits with Enter, says what went wrong, and moves to the first field to mend. */
import { type ReactNode, useEffect, useRef } from 'react';
import { Banner } from '../ui/banner.tsx';
import { classNames } from '../ui/class-names.ts';
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
  const { complaints } = form;
  // Once for each complaint: while fields are being mended nothing moves.
  useEffect(() => {
    if (complaints === 0) return;
    element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [complaints]);
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
