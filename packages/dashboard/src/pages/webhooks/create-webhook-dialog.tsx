/** Creates a webhook, then shows its secret once. The form is loaded when it is opened. */
import { lazy } from 'react';
import { CreateKeyDialog } from '../../keys/create-key-dialog.tsx';
import { shownUrl } from './shown-url.ts';
import { webhookSecret } from './webhook-secret.ts';

const CreateWebhookForm = lazy(async () => ({
  default: (await import('./webhook-forms.tsx')).CreateWebhookForm,
}));

export function CreateWebhookDialog(dialog: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  return (
    <CreateKeyDialog
      {...dialog}
      title="Add webhook"
      description="Get a signed request whenever something changes in this workspace."
      form={CreateWebhookForm}
      view={({ webhook, secret }) => ({
        ...webhookSecret(secret),
        title: shownUrl(webhook.url),
        description: 'Your webhook is active and receives every event from now on.',
      })}
    />
  );
}
