/** Gives a webhook a new secret, which is shown once. */
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { SecretView } from '../../keys/secret-view.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { webhookSecret } from './webhook-secret.ts';
import type { Webhook } from './webhooks-query.ts';

export function RotateDialog({ dialog }: { readonly dialog: DialogSubject<Webhook> }) {
  const [secret, setSecret] = useState<string>();
  const { subject, isOpen, close } = dialog;
  if (subject === null) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={close}
      isLocked={secret !== undefined}
      title={secret === undefined ? 'Rotate the signing secret?' : 'New signing secret'}
      description={
        secret === undefined
          ? 'You get a new secret. For 24 hours every request is signed with both, so you can switch without missing an event. After that, the current secret no longer works.'
          : 'For the next 24 hours every request is signed with the old and the new secret.'
      }
    >
      {secret === undefined ? (
        <PasswordGate>
          <RotateForm webhookId={subject.id} onRotated={setSecret} onCancel={close} />
        </PasswordGate>
      ) : (
        <SecretView secret={webhookSecret(secret)} onStored={close} />
      )}
    </Dialog>
  );
}

function RotateForm({
  webhookId,
  onRotated,
  onCancel,
}: {
  readonly webhookId: string;
  readonly onRotated: (secret: string) => void;
  readonly onCancel: () => void;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const rotation = useMutation({
    mutationFn: () => withPassword(() => api.rotateWebhookSecret({ webhookId })),
    onSuccess: ({ secret }) => onRotated(secret),
  });
  return (
    <div className="flex flex-col gap-4">
      {rotation.isError && (
        <Banner tone="bad" isUrgent>
          {explainError(rotation.error).message}
        </Banner>
      )}
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <Button variant="primary" isLoading={rotation.isPending} onClick={() => rotation.mutate()}>
          Rotate secret
        </Button>
      </DialogActions>
    </div>
  );
}
