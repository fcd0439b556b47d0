/** Settings of a domain: auto-renew, privacy, tags, DNSSEC, transfer away and registrant. */
import { useParams } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { useMay } from '../../api/use-may.ts';
import { useOptimisticMutation } from '../../api/use-optimistic-mutation.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import {
  type DomainDetails,
  domainDetailsQuery,
  useDomainDetails,
} from '../../domains/domain-query.ts';
import { domainsKey } from '../../domains/domains-query.ts';
import { Switch } from '../../ui/controls/switch.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { formatCredits } from '../../ui/text/credits.tsx';
import { Time } from '../../ui/text/time.tsx';
import { Allowed } from '../../workspaces/allowed.tsx';
import { DnssecCard } from './dnssec-card.tsx';
import { LifecycleTimeline } from './lifecycle-timeline.tsx';
import { OwnerCard } from './owner-card.tsx';
import { TagsCard } from './tags-card.tsx';
import { TransferCard } from './transfer-card.tsx';

type Settings = Pick<DomainDetails, 'autoRenew' | 'privacyEnabled'>;

export function SettingsTab() {
  const { domain: name } = useParams({ from: '/$workspaceId/domains/$domain' });
  const { data: domain } = useDomainDetails(name);
  if (domain === undefined) return null;
  return (
    <div className="flex flex-col gap-6">
      <LifecycleTimeline domain={domain} />
      {domain.state !== 'failed' && (
        <>
          <SwitchesCard domain={domain} place={name} />
          <TagsCard name={domain.name} place={name} />
          {domain.state === 'live' && (
            <Allowed act="domains.manage">
              <DnssecCard domain={domain} />
            </Allowed>
          )}
          {domain.state === 'live' && (
            <Allowed act="domains.release">
              <TransferCard domain={domain} />
            </Allowed>
          )}
        </>
      )}
      {domain.contact !== null && <OwnerCard domain={{ ...domain, contact: domain.contact }} />}
    </div>
  );
}

function SwitchesCard({
  domain,
  place,
}: {
  readonly domain: DomainDetails;
  /** The name in the URL, which is part of the query keys. */
  readonly place: string;
}) {
  const { api, workspaceId } = useWorkspace();
  const { queryKey } = domainDetailsQuery({ workspaceId, domain: place });
  const update = useOptimisticMutation({
    queryKey,
    mutate: (settings: Partial<Settings>) => api.updateDomain({ domain: domain.name, ...settings }),
    change: (data: DomainDetails, settings) => ({ ...data, ...settings }),
    onDone: () => void queryClient.invalidateQueries({ queryKey: domainsKey(workspaceId) }),
    failureTitle: "Couldn't update the setting",
  });
  const may = useMay();
  const isFixed = domain.state === 'releasing' || !may('domains.manage');
  return (
    <Card title="Renewal and privacy">
      <div className="flex flex-col divide-y divide-line *:py-4 *:first:pt-1 *:last:pb-0">
        <Switch
          label="Auto-renew"
          hint={<RenewalHint domain={domain} />}
          isOn={domain.autoRenew}
          onChange={(autoRenew) => update.mutate({ autoRenew })}
          disabled={isFixed}
        />
        {domain.isPrivacyOffered && (
          <Switch
            label="WHOIS privacy"
            hint="Hides the owner's details in public lookups."
            isOn={domain.privacyEnabled}
            onChange={(privacyEnabled) => update.mutate({ privacyEnabled })}
            disabled={isFixed}
          />
        )}
      </div>
    </Card>
  );
}

function RenewalHint({ domain }: { readonly domain: DomainDetails }) {
  const [oneYear] = domain.renewalQuotes;
  const price = oneYear === undefined ? '' : ` at ${formatCredits(oneYear.credits)}`;
  if (domain.autoRenew && domain.autoRenewAt !== null) {
    return (
      <>
        Renews on <Time at={domain.autoRenewAt} /> for one year{price}, if your balance covers it.
      </>
    );
  }
  return `Renews two weeks before expiry for one year${price}, if your balance covers it.`;
}
