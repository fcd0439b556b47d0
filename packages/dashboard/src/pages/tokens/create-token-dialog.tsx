/** Makes a token, then shows it this once. Only a deliberate click leaves what cannot be seen again. */
import { useState } from 'react';
import { refreshWorkspace } from '../../api/refresh-workspace.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SecretView } from '../../keys/secret-view.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { CreateTokenForm } from './create-token-form.tsx';
import { tokenCurl } from './token-curl.ts';
import type { NewToken } from './tokens-query.ts';

export function CreateTokenDialog({
  isOpen,
  onClose,
}: {
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { workspaceId } = useWorkspace();
  const [created, setCreated] = useState<NewToken | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      isLocked={created !== null}
      title={created === null ? 'New API token' : created.key.name}
      description={
        created === null
          ? 'For programs that use the API in the name of this workspace.'
          : 'The token is ready.'
      }
    >
      {created === null ? (
        <CreateTokenForm
          onCancel={onClose}
          onCreated={(token) => {
            setCreated(token);
            void refreshWorkspace(workspaceId);
          }}
        />
      ) : (
        <SecretView
          label="API token"
          what="token"
          secret={created.apiKey}
          example={{
            label: 'Try it',
            what: 'curl line',
            value: tokenCurl(window.location.origin, created.apiKey),
          }}
          onStored={onClose}
        />
      )}
    </Dialog>
  );
}
