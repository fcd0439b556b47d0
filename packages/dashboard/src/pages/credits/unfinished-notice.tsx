/** Links back to the registration or renewal that needed more credits. */
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { readUnfinished } from '../../credits/unfinished-purchase.ts';
import { shownName } from '../../domains/shown-name.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';

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
  const to =
    kind === 'registration'
      ? '/$workspaceId/domains/register/$domain'
      : '/$workspaceId/domains/$domain';
  return (
    <Banner
      title={`Finish ${kind === 'registration' ? 'registering' : 'renewing'} ${shownName(domain)}`}
      action={
        <ButtonLink size="sm" to={to} params={{ workspaceId, domain }}>
          {kind === 'registration' ? 'Continue registration' : 'Continue renewal'}
        </ButtonLink>
      }
    >
      Pick up where you left off once you have enough credits. Your entries are saved.
    </Banner>
  );
}
