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
      title="Dynamic DNS keys"
      description="TSIG keys let tools update records directly over DNS (RFC 2136). Each key is limited to the domains you choose."
      createLabel="Create key"
      createAct="dns.change"
      empty={{
        icon: FileKey2,
        title: 'No dynamic DNS keys yet',
        text: 'Create a key so that certbot, external-dns or nsupdate can update records without an API token.',
      }}
      query={useQuery(updateKeysQuery(workspaceId))}
      columns={updateKeyColumns}
      rowKey={({ name }) => name}
      createDialog={CreateUpdateKeyDialog}
      revokeDialog={RevokeUpdateKeyDialog}
    />
  );
}
