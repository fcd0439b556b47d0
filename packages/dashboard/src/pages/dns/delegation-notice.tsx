/** The world asks other nameservers: what is written here has no effect, or not everywhere. */
import type { DomainDetails } from '../../api/domain-details.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Banner } from '../../ui/banner.tsx';
import { ButtonLink } from '../../ui/button.tsx';
import { servingBy } from '../domains/domain/nameserver-rows.ts';

export function DelegationNotice({ details }: { readonly details: DomainDetails }) {
  const { workspaceId } = useWorkspace();
  const { name, nameservers, defaultNameservers } = details;
  const serving = servingBy(nameservers, defaultNameservers);
  if (serving === 'ours') return null;
  const change = (
    <ButtonLink
      size="sm"
      to="/$workspaceId/domains/$domain/nameservers"
      params={{ workspaceId, domain: name }}
    >
      Nameservers
    </ButtonLink>
  );
  return serving === 'others' ? (
    <Banner tone="warn" title="These records are not in use" action={change}>
      The world asks {nameservers.join(', ')}. Restore our nameservers to use what you see here.
    </Banner>
  ) : (
    <Banner tone="warn" title="These records are only partly in use" action={change}>
      Some of the nameservers are not ours. Make sure that they answer the same.
    </Banner>
  );
}
