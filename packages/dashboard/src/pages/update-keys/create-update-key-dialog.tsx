/** Makes a TSIG key, then shows its secret this once. */
import { useState } from 'react';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useSession } from '../../api/session.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { shownName } from '../../domains/shown-name.ts';
import { SecretView } from '../../keys/secret-view.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CreateUpdateKeyForm } from './create-update-key-form.tsx';
import { nsupdateLine } from './nsupdate-line.ts';
import type { NewUpdateKey } from './update-keys-query.ts';

export function CreateUpdateKeyDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const { service } = useSession();
  const [created, setCreated] = useState<NewUpdateKey | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={created !== null}
      title={created === null ? 'New UPDATE key' : `Key for ${shownName(created.key.domain)}`}
      description={
        created === null ? (
          'For certbot, external-dns, nsupdate and whatever else speaks RFC 2136.'
        ) : (
          <>
            Name <code className="font-mono text-ink">{created.key.name}</code>, algorithm{' '}
            <code className="font-mono text-ink">{created.key.algorithm}</code>.
          </>
        )
      }
    >
      {created === null ? (
        <CreateUpdateKeyForm
          onCancel={onClose}
          onCreated={(key) => {
            setCreated(key);
            void refreshWorkspace(workspaceId);
          }}
        />
      ) : (
        <SecretView
          label="Secret"
          what="secret"
          secret={created.secret}
          example={{
            label: 'Try it',
            what: 'nsupdate lines',
            value: nsupdateLine(created, service.dnsServer),
          }}
          onStored={onClose}
        />
      )}
    </Dialog>
  );
}
