/** Warns when the domain is delegated to nameservers that do not serve these records, or soon will not. */

import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { delegationOf } from '../../domains/delegation.ts';
import { dnssecQuery } from '../../domains/dnssec-query.ts';
import type { DomainDetails } from '../../domains/domain-query.ts';
import { ButtonLink } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';

export function DelegationNotice({ details }: { readonly details: DomainDetails }) {
  const { workspaceId } = useWorkspace();
  const { name, nameservers, defaultNameservers, isDnssecEnding } = details;
  const delegation = delegationOf(nameservers, defaultNameservers);
  const dnssec = useQuery({
    ...dnssecQuery({ workspaceId, domain: name }),
    enabled: delegation !== 'ours' || isDnssecEnding,
  });
  if (dnssec.isPending) return null;
  const change = (
    <ButtonLink
      size="sm"
      to="/$workspaceId/domains/$domain/nameservers"
      params={{ workspaceId, domain: name }}
    >
      Change nameservers
    </ButtonLink>
  );
  const waiting = dnssec.data?.nameserversWaiting === true ? dnssec.data : null;
  if (waiting !== null && waiting.foreignDs.length > 0) {
    return (
      <Banner title="These records aren't in use yet" action={change}>
        DNSSEC of your DNS provider is turned off first. Until then, keep DNSSEC on there.
      </Banner>
    );
  }
  if (waiting !== null) {
    return (
      <Banner title="These records are in use until the nameservers change" action={change}>
        DNSSEC is turned off first. After that, the registry gets {nameservers.join(', ')}.
      </Banner>
    );
  }
  if (delegation === 'ours') return null;
  return delegation === 'external' ? (
    <Banner tone="warn" title="These records aren't in use" action={change}>
      This domain uses {nameservers.join(', ')}. Switch to Hostmaster nameservers to use these
      records.
    </Banner>
  ) : (
    <Banner tone="warn" title="These records are only partly in use" action={change}>
      Some of the nameservers aren't run by Hostmaster. Make sure they serve the same records.
    </Banner>
  );
}
