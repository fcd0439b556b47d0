/** Deletes the workspace, for owners: once it has neither domains nor credits. */
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate } from '../../forms/password-gate.tsx';
import { TypedConfirmForm } from '../../forms/typed-confirm-form.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { useGoHome } from '../../workspaces/use-go-home.ts';

export function DeleteWorkspaceCard() {
  const dialog = useDialogSubject<'workspace'>();
  return (
    <Card
      title="Delete workspace"
      description="A workspace can be deleted once it has no domains and no credits."
    >
      <Button variant="danger" onClick={() => dialog.open('workspace')}>
        Delete workspace
      </Button>
      <Dialog isOpen={dialog.isOpen} onClose={dialog.close} title="Delete this workspace?">
        <PasswordGate>
          <DeleteForm key={dialog.opening} onClose={dialog.close} />
        </PasswordGate>
      </Dialog>
    </Card>
  );
}

function DeleteForm({ onClose }: { readonly onClose: () => void }) {
  const { api, name } = useWorkspace();
  const goHome = useGoHome();
  return (
    <TypedConfirmForm
      wanted={name}
      what="the name of the workspace"
      submitLabel="Delete workspace"
      remove={(confirm) => api.deleteWorkspace({ confirm })}
      onDone={async () => {
        showToast({ title: `${name} deleted` });
        await goHome();
      }}
      onClose={onClose}
    >
      <div className="flex flex-col gap-2">
        <p>
          All members lose access right away. API tokens, dynamic DNS keys, webhooks, invitations
          and saved contacts are deleted or stop working. This can't be undone.
        </p>
        <p className="text-sm text-ink-muted">
          The law and registries require some records to be kept: payments and the statement, the
          activity until it expires, and the data of past registrations.
        </p>
      </div>
    </TypedConfirmForm>
  );
}
