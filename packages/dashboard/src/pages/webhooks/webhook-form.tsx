/** The form of a webhook, new or existing. */
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { EventChoice, type EventChoiceValues } from './event-choice.tsx';
import { everyType } from './event-labels.ts';
import type { Webhook } from './webhooks-query.ts';

interface WebhookValues extends EventChoiceValues {
  readonly url: string;
  readonly ordered: boolean;
}

export interface WebhookInput {
  readonly url: string;
  readonly types: string[];
  readonly ordered: boolean;
}

export function WebhookForm<R>({
  webhook,
  submitLabel,
  submit,
  onCancel,
  onDone,
}: {
  /** Null for a new one. */
  readonly webhook: Webhook | null;
  readonly submitLabel: string;
  readonly submit: (input: WebhookInput) => Promise<R>;
  readonly onCancel: () => void;
  readonly onDone: (result: R) => void | Promise<void>;
}) {
  const form = useForm({
    initial: valuesOf(webhook),
    validate: findProblems,
    submit: ({ url, reach, types, ordered }) =>
      submit({ url: url.trim(), types: reach === 'all' ? [everyType] : [...types], ordered }),
    onDone,
  });
  const { values } = form;
  form.register('types');
  return (
    <FormView form={form} className="gap-5">
      <TextField
        form={form}
        name="url"
        label="Endpoint URL"
        type="url"
        inputMode="url"
        isMono
        placeholder="https://example.com/hooks"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint="Receives a POST request for each event. It must be reachable from the internet."
      />
      <EventChoice
        values={values}
        error={form.problems.types ?? null}
        onChange={({ reach, types }) => {
          if (reach !== undefined) form.set('reach', reach, 'types');
          if (types !== undefined) form.set('types', types);
        }}
      />
      <Checkbox
        label="Deliver in order"
        hint="Each event is sent only after the previous one was accepted. Turn this off if your endpoint handles events in any order."
        isChecked={values.ordered}
        onChange={(ordered) => form.set('ordered', ordered)}
      />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form} disabled={webhook !== null && !form.isChanged}>
          {submitLabel}
        </SubmitButton>
      </DialogActions>
    </FormView>
  );
}

function valuesOf(webhook: Webhook | null): WebhookValues {
  if (webhook === null) return { url: '', reach: 'all', types: [], ordered: true };
  const { url, types, ordered } = webhook;
  return types.includes(everyType)
    ? { url, reach: 'all', types: [], ordered }
    : { url, reach: 'some', types, ordered };
}

function findProblems({ url, reach, types }: WebhookValues): Problems {
  return {
    ...(url.trim() === '' && { url: 'Enter the URL of your endpoint.' }),
    ...(reach === 'some' &&
      types.length === 0 && { types: 'Select at least one event, or choose all events.' }),
  };
}
