/** API tokens: create, list and revoke them. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { KeyListPage } from '../../keys/key-list-page.tsx';
import { CapDialog } from '../../spending/cap-dialog.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { tokenColumns } from './token-columns.tsx';
import { type Token, tokensQuery } from './tokens-query.ts';

export function TokensPage() {
  const { workspaceId, api } = useWorkspace();
  const cap = useDialogSubject<Token>();
  return (
    <>
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
        columns={tokenColumns(cap.open)}
        rowKey={({ id }) => id}
        createDialog={CreateTokenDialog}
        revokeDialog={RevokeTokenDialog}
      />
      <CapDialog
        dialog={cap}
        description="Purchases with this token above the cap are refused. Automatic renewals aren't affected."
        change={({ id: keyId }, credits) => api.capApiKey({ keyId, cap: credits })}
      />
    </>
  );
}
