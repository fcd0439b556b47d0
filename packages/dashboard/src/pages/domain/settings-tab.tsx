/** Settings of a domain: auto-renew, privacy, transfer lock and registrant. */
import { useParams } from '@tanstack/react-router';
import { queryClient } from '../../api/query-client.ts';
import { useOptimisticMutation } from '../../api/use-optimistic-mutation.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { ContactView } from '../../contacts/contact-view.tsx';
import {
  type DomainDetails,
  domainDetailsQuery,
  useDomainDetails,
} from '../../domains/domain-details.ts';
import { domainsKey } from '../../domains/domains-query.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CodeBlock } from '../../ui/code-block.tsx';
import { formatCredits } from '../../ui/credits.tsx';
import { Switch } from '../../ui/switch.tsx';
import { Time } from '../../ui/time.tsx';
import { LifecycleTimeline } from './lifecycle-timeline.tsx';

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
          <LockCard domain={domain} />
        </>
      )}
      <Card title="Domain owner" description="The registrant on record with the registry.">
        <ContactView contact={domain.contact} />
      </Card>
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
  const isFixed = domain.state === 'releasing';
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

function LockCard({ domain }: { readonly domain: DomainDetails }) {
  const { isTransferLocked: isLocked } = domain;
  const commands = isLocked
    ? [`hostmaster domain unlock ${domain.name}`, `hostmaster domain auth-code ${domain.name}`]
    : [`hostmaster domain auth-code ${domain.name}`, `hostmaster domain lock ${domain.name}`];
  return (
    <Card
      title="Transfer lock"
      action={<Badge tone={isLocked ? 'good' : 'warn'}>{isLocked ? 'Locked' : 'Unlocked'}</Badge>}
      description={
        isLocked
          ? "This domain can't be transferred to another registrar. To transfer it, ask the operator of this service to unlock it and send you the auth code:"
          : 'Anyone with the auth code can transfer this domain to another registrar. The operator of this service can send you the code or lock the domain again:'
      }
    >
      <div className="flex flex-col gap-2">
        {commands.map((command) => (
          <CodeBlock key={command} value={command} what="command" />
        ))}
      </div>
    </Card>
  );
}
