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
      description="Use tokens to access the API from your scripts and apps."
      createLabel="Create token"
      createAct="keys.own"
      empty={{
        icon: KeyRound,
        title: 'No API tokens yet',
        text: 'Create a token to register domains, manage records and check your balance through the API.',
      }}
      query={useQuery(tokensQuery(workspaceId))}
      columns={tokenColumns}
      rowKey={({ id }) => id}
      createDialog={CreateTokenDialog}
      revokeDialog={RevokeTokenDialog}
    />
  );
}
