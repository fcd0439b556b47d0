/** Sends all events since a moment again. */

import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useCalendarNow } from '../../api/use-now.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { FormActions } from '../../forms/form-actions.tsx';
import { TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { optionsOf } from '../../ui/controls/option.ts';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import type { Webhook } from './webhooks-query.ts';

const spanLabels = {
  hour: 'Last hour',
  day: 'Last 24 hours',
  week: 'Last 7 days',
  moment: 'Since a date and time',
} as const;

const spansMs = { hour: hourMs, day: dayMs, week: 7 * dayMs } as const;

interface ReplayValues {
  readonly span: keyof typeof spanLabels;
  /** In the viewer's time zone, as the field has it. */
  readonly moment: string;
}

export function ReplayDialog({ dialog }: { readonly dialog: DialogSubject<Webhook> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog
      isOpen={dialog.isOpen}
      onClose={dialog.close}
      title="Replay events"
      description="Sends every event since that time again, in its original order. Each keeps its ID, so an endpoint that checks IDs can skip duplicates."
    >
      <ReplayForm webhook={dialog.subject} onClose={dialog.close} />
    </Dialog>
  );
}

function ReplayForm({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const now = useCalendarNow();
  const form = useForm<ReplayValues, unknown>({
    initial: { span: 'day', moment: '' },
    validate: findProblems,
    submit: (values) =>
      api.replayWebhook({
        webhookId: webhook.id,
        since: new Date(sinceOf(values, now)).toISOString(),
      }),
    onDone: async () => {
      await refreshWorkspace(workspaceId);
      onClose();
      showToast({ title: 'Replay started', description: 'The deliveries appear in the list.' });
    },
  });
  return (
    <FormView form={form} className="gap-5">
      <SelectField form={form} name="span" label="Events from" options={optionsOf(spanLabels)} />
      {form.values.span === 'moment' && (
        <TextField
          form={form}
          name="moment"
          path="since"
          label="Date and time"
          type="datetime-local"
        />
      )}
      <FormActions form={form} onClose={onClose}>
        Replay events
      </FormActions>
    </FormView>
  );
}

function sinceOf({ span, moment }: ReplayValues, now: number): number {
  return span === 'moment' ? Date.parse(moment) : now - spansMs[span];
}

function findProblems(values: ReplayValues): Problems {
  return values.span === 'moment' && Number.isNaN(Date.parse(values.moment))
    ? { since: 'Enter a date and time.' }
    : {};
}
