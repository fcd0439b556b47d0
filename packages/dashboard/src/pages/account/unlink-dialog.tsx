/** Unlinks a sign-in at an identity provider from the account. */
import { dashboard } from '../../api/client.ts';
import { identitiesKey, type LinkedSignIn } from '../../api/identities-query.ts';
import { RemovalDialog } from './removal-dialog.tsx';

export function UnlinkDialog({
  linked: { id: identityId, provider },
  onClose,
}: {
  readonly linked: LinkedSignIn;
  readonly onClose: () => void;
}) {
  return (
    <RemovalDialog
      title={`Unlink ${provider}?`}
      confirmLabel="Unlink"
      doneTitle={`Unlinked ${provider}`}
      remove={() => dashboard.unlinkIdentity({ identityId })}
      queryKey={identitiesKey}
      onClose={onClose}
    >
      You'll no longer be able to sign in with {provider}. Make sure you have a password or a
      passkey first.
    </RemovalDialog>
  );
}
