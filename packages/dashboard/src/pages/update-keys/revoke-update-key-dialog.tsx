/** Asks before a TSIG key is revoked. */
import { useWorkspace } from '../../api/use-workspace.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import { keyDomains } from './key-domains.ts';
import type { UpdateKey } from './update-keys-query.ts';

export function RevokeUpdateKeyDialog({ dialog }: { readonly dialog: DialogSubject<UpdateKey> }) {
  const { api } = useWorkspace();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={(key) => `Revoke the key for ${keyDomains(key)}?`}
      confirmLabel="Revoke key"
      change={({ name }) => api.revokeUpdateKey({ keyName: name })}
      doneTitle={() => 'Key revoked'}
    >
      {({ name }) => (
        <>
          Updates signed with <code className="font-mono break-all text-ink">{name}</code> will be
          rejected immediately. This can't be undone.
        </>
      )}
    </ConfirmChangeDialog>
  );
}
