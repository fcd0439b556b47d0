/** TSIG keys for DNS UPDATE (RFC 2136): create, list and revoke them. */
import { useQuery } from '@tanstack/react-query';
import { FileKey2 } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { KeyListPage } from '../../keys/key-list-page.tsx';
import { CreateUpdateKeyDialog } from './create-update-key-dialog.tsx';
import { RevokeUpdateKeyDialog } from './revoke-update-key-dialog.tsx';
import { updateKeyColumns } from './update-key-columns.tsx';
import { updateKeysQuery } from './update-keys-query.ts';

export function UpdateKeysPage() {
  const { workspaceId } = useWorkspace();
  return (
    <KeyListPage
      title="UPDATE keys"
      description="Tools that speak DNS itself change records with a TSIG key, for one domain and as little of it as they need."
      createLabel="Create key"
      empty={{
        icon: FileKey2,
        title: 'No UPDATE keys yet',
        text: 'With a key, certbot, external-dns, nsupdate and others change records by DNS UPDATE (RFC 2136), without an API token.',
      }}
      query={useQuery(updateKeysQuery(workspaceId))}
      columns={updateKeyColumns}
      rowKey={({ name }) => name}
      createDialog={CreateUpdateKeyDialog}
      revokeDialog={RevokeUpdateKeyDialog}
    />
  );
}
