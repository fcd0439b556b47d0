/** A form as a card, with its button in the footer. */
import type { ReactNode } from 'react';
import { Card } from '../ui/layout/card.tsx';
import { SubmitButton } from './form-fields.tsx';
import { FormView } from './form-view.tsx';
import type { Form } from './use-form.ts';

export function FormCard<V extends object>({
  form,
  title,
  description,
  submitLabel,
  children,
}: {
  readonly form: Form<V>;
  readonly title: string;
  readonly description?: ReactNode;
  readonly submitLabel: string;
  readonly children: ReactNode;
}) {
  return (
    <FormView form={form} label={title} className="gap-0">
      <Card
        title={title}
        description={description}
        footer={
          <SubmitButton form={form} disabled={!form.isChanged}>
            {submitLabel}
          </SubmitButton>
        }
      >
        <div className="flex max-w-md flex-col gap-4">{children}</div>
      </Card>
    </FormView>
  );
}
