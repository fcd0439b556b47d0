/** API tokens: made here, shown once, listed with their use, and revoked. */
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { EndedKeys } from '../../keys/ended-keys.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDialogSubject } from '../../ui/use-dialog-subject.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import { RevokeTokenDialog } from './revoke-token-dialog.tsx';
import { TokenTable } from './token-table.tsx';
import { type Token, tokensQuery } from './tokens-query.ts';

export function TokensPage() {
  const { workspaceId } = useWorkspace();
  const tokens = useQuery(tokensQuery(workspaceId));
  const creation = useDialogSubject<'token'>();
  const revocation = useDialogSubject<Token>();
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => creation.open('token')}>
      Create token
    </Button>
  );
  const isEmpty = tokens.data?.keys.every(({ state }) => state !== 'valid') === true;
  return (
    <Page
      title="API tokens"
      description="Programs act in the name of this workspace with a token."
      actions={!isEmpty && create}
    >
      <QueryView query={tokens} loading={<TokensSkeleton />}>
        {({ keys }) => {
          const valid = keys.filter(({ state }) => state === 'valid');
          const ended = keys.filter(({ state }) => state !== 'valid');
          return (
            <>
              <Card isFlush>
                {valid.length === 0 ? (
                  <EmptyState icon={KeyRound} title="No tokens yet" action={create}>
                    With a token your programs can register domains, change records and read the
                    balance over the API.
                  </EmptyState>
                ) : (
                  <TokenTable label="API tokens" tokens={valid} onRevoke={revocation.open} />
                )}
              </Card>
              <EndedKeys count={ended.length}>
                <Card isFlush>
                  <TokenTable label="Revoked and expired" tokens={ended} />
                </Card>
              </EndedKeys>
            </>
          );
        }}
      </QueryView>
      <CreateTokenDialog key={creation.opening} isOpen={creation.isOpen} onClose={creation.close} />
      <RevokeTokenDialog dialog={revocation} />
    </Page>
  );
}

function TokensSkeleton() {
  return (
    <Card isFlush>
      <SkeletonRows count={3} />
    </Card>
  );
}
