/** Links back to the purchase that needed more credits. */
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { readUnfinished, type UnfinishedPurchase } from '../../credits/unfinished-purchase.ts';
import { shownName } from '../../domains/shown-name.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';

const words = {
  registration: { doing: 'registering', what: 'registration' },
  renewal: { doing: 'renewing', what: 'renewal' },
  restore: { doing: 'restoring', what: 'restore' },
  transfer: { doing: 'transferring', what: 'transfer' },
} as const;

export function UnfinishedNotice() {
  const { workspaceId } = useWorkspace();
  const [purchase] = useState(() => readUnfinished(workspaceId));
  if (purchase === null) return null;
  const { kind, domain } = purchase;
  if (kind === 'renewals') {
    return (
      <Banner
        title="Finish renewing your expired domains"
        action={
          <ButtonLink size="sm" to="/$workspaceId/overview" params={{ workspaceId }}>
            Continue
          </ButtonLink>
        }
      >
        Top up first, then renew all of them at once.
      </Banner>
    );
  }
  return (
    <Banner
      title={`Finish ${words[kind].doing} ${shownName(domain)}`}
      action={
        <ButtonLink size="sm" {...placeOf({ kind, domain }, workspaceId)}>
          {`Continue ${words[kind].what}`}
        </ButtonLink>
      }
    >
      Pick up where you left off once you have enough credits. Your entries are saved.
    </Banner>
  );
}

function placeOf({ kind, domain }: UnfinishedPurchase, workspaceId: string) {
  if (kind === 'transfer') {
    const to = '/$workspaceId/domains/transfers/new' as const;
    return { to, params: { workspaceId }, search: { domain } };
  }
  const to =
    kind === 'registration'
      ? ('/$workspaceId/domains/register/$domain' as const)
      : ('/$workspaceId/domains/$domain' as const);
  return { to, params: { workspaceId, domain } };
}
