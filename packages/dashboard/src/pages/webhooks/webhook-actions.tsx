/** The buttons of a webhook, and the dialogs behind them. */
import { useNavigate } from '@tanstack/react-router';
import { Ellipsis, Pause, Pencil, Play, RefreshCw, RotateCcw, Send, Trash2 } from 'lucide-react';
import { lazy, Suspense } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { Menu } from '../../ui/popups/menu.tsx';
import { type DialogSubject, useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { shownUrl } from './shown-url.ts';
import { useWebhookChanges } from './use-webhook-changes.ts';
import type { Webhook } from './webhooks-query.ts';

const EditWebhookForm = lazy(async () => ({
  default: (await import('./webhook-forms.tsx')).EditWebhookForm,
}));
const ReplayDialog = lazy(async () => ({
  default: (await import('./replay-dialog.tsx')).ReplayDialog,
}));
const RotateDialog = lazy(async () => ({
  default: (await import('./rotate-dialog.tsx')).RotateDialog,
}));

export function WebhookActions({ webhook }: { readonly webhook: Webhook }) {
  const { sendTest, setState } = useWebhookChanges(webhook);
  const editing = useDialogSubject<Webhook>();
  const replay = useDialogSubject<Webhook>();
  const rotation = useDialogSubject<Webhook>();
  const deletion = useDialogSubject<Webhook>();
  const isActive = webhook.state === 'active';
  return (
    <>
      <Button
        icon={Send}
        disabled={!isActive}
        isLoading={sendTest.isPending}
        onClick={() => sendTest.mutate()}
      >
        Send test event
      </Button>
      <Menu
        trigger={
          <Button icon={Ellipsis} aria-label="More actions">
            <span className="max-md:sr-only">More</span>
          </Button>
        }
      >
        {({ Item, Separator }) => (
          <>
            <Item icon={Pencil} onSelect={() => editing.open(webhook)}>
              Edit
            </Item>
            <Item
              icon={isActive ? Pause : Play}
              onSelect={() => setState.mutate(isActive ? 'paused' : 'active')}
            >
              {isActive ? 'Pause' : 'Resume'}
            </Item>
            <Item icon={RotateCcw} disabled={!isActive} onSelect={() => replay.open(webhook)}>
              Replay events
            </Item>
            <Item icon={RefreshCw} onSelect={() => rotation.open(webhook)}>
              Rotate secret
            </Item>
            <Separator />
            <Item icon={Trash2} tone="danger" onSelect={() => deletion.open(webhook)}>
              Delete
            </Item>
          </>
        )}
      </Menu>
      <EditDialog key={`edit-${editing.opening}`} dialog={editing} />
      <Suspense>
        {replay.opening > 0 && <ReplayDialog key={`replay-${replay.opening}`} dialog={replay} />}
        {rotation.opening > 0 && (
          <RotateDialog key={`rotate-${rotation.opening}`} dialog={rotation} />
        )}
      </Suspense>
      <DeleteDialog dialog={deletion} />
    </>
  );
}

function EditDialog({ dialog }: { readonly dialog: DialogSubject<Webhook> }) {
  if (dialog.subject === null) return null;
  return (
    <Dialog isOpen={dialog.isOpen} onClose={dialog.close} title="Edit webhook">
      <PasswordGate>
        <Suspense fallback={<Skeleton className="h-64" />}>
          <EditWebhookForm webhook={dialog.subject} onClose={dialog.close} />
        </Suspense>
      </PasswordGate>
    </Dialog>
  );
}

function DeleteDialog({ dialog }: { readonly dialog: DialogSubject<Webhook> }) {
  const { api, workspaceId } = useWorkspace();
  const navigate = useNavigate();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={() => 'Delete this webhook?'}
      confirmLabel="Delete webhook"
      change={async ({ id }) => {
        await api.deleteWebhook({ webhookId: id });
        await navigate({ to: '/$workspaceId/settings/webhooks', params: { workspaceId } });
      }}
      doneTitle={() => 'Webhook deleted'}
    >
      {({ url }) => (
        <>
          <span className="font-mono text-sm break-all text-ink">{shownUrl(url)}</span> won't
          receive any more events, and its delivery history is deleted. This can't be undone.
        </>
      )}
    </ConfirmChangeDialog>
  );
}
