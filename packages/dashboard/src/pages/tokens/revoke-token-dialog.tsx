/** Asks before a token is revoked. */
import { useWorkspace } from '../../api/use-workspace.ts';
import type { DialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { Time } from '../../ui/text/time.tsx';
import { ConfirmChangeDialog } from '../../workspaces/confirm-change-dialog.tsx';
import type { Token } from './tokens-query.ts';

export function RevokeTokenDialog({ dialog }: { readonly dialog: DialogSubject<Token> }) {
  const { api } = useWorkspace();
  return (
    <ConfirmChangeDialog
      dialog={dialog}
      title={({ name }) => `Revoke ${name}?`}
      confirmLabel="Revoke token"
      change={({ id }) => api.revokeApiKey({ keyId: id })}
      doneTitle={({ name }) => `${name} revoked`}
    >
      {({ lastUsedAt }) => (
        <>
          Anything that uses this token will stop working immediately. This can't be undone.
          {lastUsedAt !== null && (
            <>
              {' '}
              It was last used <Time at={lastUsedAt} as="relative" />.
            </>
          )}
        </>
      )}
    </ConfirmChangeDialog>
  );
}
