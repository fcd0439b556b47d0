/** API tokens: create, list and revoke them. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { KeyListPage } from '../../keys/key-list-page.tsx';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { tokenColumns } from './token-columns.tsx';
import { tokensQuery } from './tokens-query.ts';

export function TokensPage() {
  const { workspaceId } = useWorkspace();
  return (
    <KeyListPage
      title="API tokens"
      description="Programs act in the name of this workspace with a token."
      createLabel="Create token"
      empty={{
        icon: KeyRound,
        title: 'No tokens yet',
        text: 'With a token your programs can register domains, change records and read the balance over the API.',
      }}
      query={useQuery(tokensQuery(workspaceId))}
      columns={tokenColumns}
      rowKey={({ id }) => id}
      createDialog={CreateTokenDialog}
      revokeDialog={RevokeTokenDialog}
    />
  );
}
