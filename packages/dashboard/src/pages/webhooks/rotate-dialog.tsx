/** Gives a webhook a new secret, which is shown once. */
import { useMutation } from '@tanstack/react-query';
import { explainError } from '../../api/explain-error.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SecretView } from '../../keys/secret-view.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { webhookSecret } from './webhook-secret.ts';
import type { Webhook } from './webhooks-query.ts';

export function RotateDialog({ dialog }: { readonly dialog: DialogSubject<Webhook> }) {
  const { api } = useWorkspace();
  const { subject, isOpen, close } = dialog;
  const rotation = useMutation({
    mutationFn: (webhookId: string) => api.rotateWebhookSecret({ webhookId }),
  });
  if (subject === null) return null;
  const secret = rotation.data?.secret;
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
        <div className="flex flex-col gap-4">
          {rotation.isError && (
            <Banner tone="bad" isUrgent>
              {explainError(rotation.error).message}
            </Banner>
          )}
          <DialogActions>
            <Button onClick={close}>Cancel</Button>
            <Button
              variant="primary"
              isLoading={rotation.isPending}
              onClick={() => rotation.mutate(subject.id)}
            >
              Rotate secret
            </Button>
          </DialogActions>
        </div>
      ) : (
        <SecretView secret={webhookSecret(secret)} onStored={close} />
      )}
    </Dialog>
  );
}
