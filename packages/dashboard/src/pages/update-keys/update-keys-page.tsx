/** TSIG keys for DNS UPDATE: made here, secret shown once, listed with their use, and revoked. */
import { useQuery } from '@tanstack/react-query';
import { FileKey2, Plus } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { EndedKeys } from '../../keys/ended-keys.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Page } from '../../ui/page.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { SkeletonRows } from '../../ui/skeleton.tsx';
import { useDialogSubject } from '../../ui/use-dialog-subject.ts';
import { CreateUpdateKeyDialog } from './create-update-key-dialog.tsx';
import { RevokeUpdateKeyDialog } from './revoke-update-key-dialog.tsx';
import { UpdateKeyTable } from './update-key-table.tsx';
import { type UpdateKey, updateKeysQuery } from './update-keys-query.ts';

export function UpdateKeysPage() {
  const { workspaceId } = useWorkspace();
  const keys = useQuery(updateKeysQuery(workspaceId));
  const creation = useDialogSubject<'key'>();
  const revocation = useDialogSubject<UpdateKey>();
  const create = (
    <Button variant="primary" icon={Plus} onClick={() => creation.open('key')}>
      Create key
    </Button>
  );
  const isEmpty = keys.data?.keys.every(({ state }) => state !== 'valid') === true;
  return (
    <Page
      title="UPDATE keys"
      description="Tools that speak DNS itself change records with a TSIG key, for one domain and as little of it as they need."
      actions={!isEmpty && create}
    >
      <QueryView query={keys} loading={<KeysSkeleton />}>
        {(data) => {
          const valid = data.keys.filter(({ state }) => state === 'valid');
          const ended = data.keys.filter(({ state }) => state !== 'valid');
          return (
            <>
              <Card isFlush>
                {valid.length === 0 ? (
                  <EmptyState icon={FileKey2} title="No UPDATE keys yet" action={create}>
                    With a key, certbot, external-dns, nsupdate and others change records by DNS
                    UPDATE (RFC 2136), without an API token.
                  </EmptyState>
                ) : (
                  <UpdateKeyTable label="UPDATE keys" keys={valid} onRevoke={revocation.open} />
                )}
              </Card>
              <EndedKeys count={ended.length}>
                <Card isFlush>
                  <UpdateKeyTable label="Revoked and expired" keys={ended} />
                </Card>
              </EndedKeys>
            </>
          );
        }}
      </QueryView>
      <CreateUpdateKeyDialog
        key={creation.opening}
        isOpen={creation.isOpen}
        onClose={creation.close}
      />
      <RevokeUpdateKeyDialog dialog={revocation} />
    </Page>
  );
}

function KeysSkeleton() {
  return (
    <Card isFlush>
      <SkeletonRows count={3} />
    </Card>
  );
}
