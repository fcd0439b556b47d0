/** Transfers from other registrars: what each waits for, and how it ended. */

import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowRightLeft, Plus } from 'lucide-react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { OlderButton } from '../../ui/controls/older-button.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { useDialogSubject } from '../../ui/popups/use-dialog-subject.ts';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { TextLink } from '../../ui/text/text-link.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { CancelDialog } from './cancel-dialog.tsx';
import { CorrectAuthCodeDialog } from './correct-auth-code-dialog.tsx';
import { TransferItem } from './transfer-item.tsx';
import { type Transfer, transfersQuery } from './transfers-query.ts';

export function TransfersPage() {
  const { workspaceId } = useWorkspace();
  const transfers = useInfiniteQuery(transfersQuery(workspaceId));
  const retry = useDialogSubject<Transfer>();
  const cancellation = useDialogSubject<Transfer>();
  const isEmpty = transfers.data?.pages.flat().length === 0;
  const start = (
    <Allowed act="domains.buy">
      <ButtonLink
        to="/$workspaceId/domains/transfers/new"
        params={{ workspaceId }}
        variant="primary"
        icon={Plus}
      >
        Transfer a domain
      </ButtonLink>
    </Allowed>
  );
  return (
    <Page
      title="Transfers"
      description="Domains you're moving here from another registrar."
      breadcrumb={
        <TextLink to="/$workspaceId/domains" params={{ workspaceId }}>
          Domains
        </TextLink>
      }
      actions={!isEmpty && start}
    >
      <Card isFlush>
        <QueryView query={transfers} loading={<SkeletonRows count={3} />}>
          {({ pages }) =>
            isEmpty ? (
              <EmptyState icon={ArrowRightLeft} title="No transfers yet" action={start}>
                Move a domain here without downtime: it keeps its nameservers until you change them.
              </EmptyState>
            ) : (
              <ul aria-label="Transfers" className="divide-y divide-line">
                {pages.flat().map((transfer) => (
                  <TransferItem
                    key={transfer.id}
                    transfer={transfer}
                    onRetry={retry.open}
                    onCancel={cancellation.open}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
        <OlderButton query={transfers} />
      </Card>
      <CorrectAuthCodeDialog key={retry.opening} dialog={retry} />
      <CancelDialog dialog={cancellation} />
    </Page>
  );
}
