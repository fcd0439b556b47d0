/** Removes the authenticator app or a passkey. */
import { dashboard } from '../../api/client.ts';
import { reloadSession } from '../../api/reload-session.ts';
import { secondFactorsKey } from '../../api/second-factors-query.ts';
import { RemovalDialog } from './removal-dialog.tsx';

export interface RemovedFactor {
  readonly name: string;
  /** Null for the authenticator app. */
  readonly passkeyId: string | null;
}

export function RemoveFactorDialog({
  factor: { name, passkeyId },
  onClose,
}: {
  readonly factor: RemovedFactor;
  readonly onClose: () => void;
}) {
  return (
    <RemovalDialog
      title={`Remove ${name}?`}
      confirmLabel="Remove"
      doneTitle={`Removed ${name}`}
      remove={async () => {
        await (passkeyId === null
          ? dashboard.removeTotp()
          : dashboard.removePasskey({ passkeyId }));
        void reloadSession();
      }}
      queryKey={secondFactorsKey}
      onClose={onClose}
    >
      You'll no longer be able to sign in with it. Without another passkey or app, your password
      alone is enough to sign in, and your recovery codes stop working.
    </RemovalDialog>
  );
}
