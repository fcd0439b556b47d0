/** What sends the form of a webhook: a new one, or changes of one. */
import type { Output } from '@hostmaster/contract';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { WebhookForm } from './webhook-form.tsx';
import type { Webhook } from './webhooks-query.ts';

export type CreatedWebhook = Output<'createWebhook'>;

export function CreateWebhookForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (created: CreatedWebhook) => void;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  return (
    <WebhookForm
      webhook={null}
      submitLabel="Add webhook"
      submit={(input) => withPassword(() => api.createWebhook(input))}
      onCancel={onCancel}
      onDone={onCreated}
    />
  );
}

export function EditWebhookForm({
  webhook,
  onClose,
}: {
  readonly webhook: Webhook;
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  return (
    <WebhookForm
      webhook={webhook}
      submitLabel="Save changes"
      submit={(input) => withPassword(() => api.updateWebhook({ webhookId: webhook.id, ...input }))}
      onCancel={onClose}
      onDone={async () => {
        await refreshWorkspace(workspaceId);
        onClose();
        showToast({ title: 'Webhook updated' });
      }}
    />
  );
}
