/** DNSSEC of a domain: one switch, or the DS records of the DNS provider that signs it. */
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { delegationOf } from '../../domains/delegation.ts';
import { type Dnssec, dnssecQuery, isMoving, isRolling } from '../../domains/dnssec-query.ts';
import type { DomainDetails } from '../../domains/domain-query.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Badge, type Tone } from '../../ui/text/badge.tsx';
import { DnssecKeys } from './dnssec-keys.tsx';
import { DnssecProgress } from './dnssec-progress.tsx';
import { secondariesQuery } from './secondaries-query.ts';
import { useDnssecChange } from './use-dnssec-change.ts';

const ForeignDs = lazy(async () => ({ default: (await import('./foreign-ds.tsx')).ForeignDs }));

const states: Readonly<Record<Dnssec['state'], { readonly label: string; readonly tone: Tone }>> = {
  off: { label: 'Off', tone: 'plain' },
  turning_on: { label: 'Turning on', tone: 'accent' },
  on: { label: 'On', tone: 'good' },
  turning_off: { label: 'Turning off', tone: 'warn' },
};

function badgeOf(dnssec: Dnssec): { readonly label: string; readonly tone: Tone } {
  if (isMoving(dnssec)) return { label: 'Moving', tone: 'good' };
  return isRolling(dnssec) ? { label: 'Replacing key', tone: 'good' } : states[dnssec.state];
}

export function DnssecCard({
  domain: { name, nameservers, defaultNameservers },
}: {
  readonly domain: Pick<DomainDetails, 'name' | 'nameservers' | 'defaultNameservers'>;
}) {
  const { workspaceId } = useWorkspace();
  const place = { workspaceId, domain: name };
  const dnssec = useQuery(dnssecQuery(place));
  const delegation = delegationOf(nameservers, defaultNameservers);
  const isOurs = delegation === 'ours';
  // Nameservers of the customer get the signed zone from here.
  const secondaries = useQuery({ ...secondariesQuery(place), enabled: !isOurs });
  const state = dnssec.data === undefined ? undefined : badgeOf(dnssec.data);
  const loading = <Skeleton className="h-16" />;
  const view = (isServedHere: boolean) => (
    <QueryView query={dnssec} loading={loading}>
      {(loaded) => (
        <PasswordGate>
          {isForeign(loaded, isServedHere) ? (
            <Suspense fallback={loading}>
              <ForeignDs domain={name} dnssec={loaded} isServedHere={isServedHere} />
            </Suspense>
          ) : (
            <DnssecView
              domain={name}
              dnssec={loaded}
              isServedHere={isServedHere}
              isElsewhere={!isServedHere && delegation === 'external'}
            />
          )}
        </PasswordGate>
      )}
    </QueryView>
  );
  return (
    <Card
      title="DNSSEC"
      {...(state === undefined ? {} : { action: <Badge tone={state.tone}>{state.label}</Badge> })}
    >
      {isOurs ? (
        view(true)
      ) : (
        <QueryView query={secondaries} loading={loading}>
          {(own) => view(own.length > 0)}
        </QueryView>
      )}
    </Card>
  );
}

/** Whether another DNS provider signs the domain, or would have to. */
function isForeign({ state, foreignDs }: Dnssec, isServedHere: boolean): boolean {
  return foreignDs.length > 0 || (state === 'off' && !isServedHere);
}

const offText =
  'Resolvers will no longer detect forged answers. We remove the DS record first and keep signing for two more days, so the domain stays reachable. Turning it on again later takes about a day.';
const handOverText =
  'Only your other DNS provider answers for this domain. Its DS records stay, so the domain stays signed. We remove ours and keep signing for about four more days.';

function DnssecView({
  domain,
  dnssec,
  isServedHere,
  isElsewhere,
}: {
  readonly domain: string;
  readonly dnssec: Dnssec;
  readonly isServedHere: boolean;
  /** Only another provider answers. */
  readonly isElsewhere: boolean;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const [isAsking, setIsAsking] = useState(false);
  const change = useDnssecChange(domain, {
    send: (isOn: boolean) =>
      isOn ? api.enableDnssec({ domain }) : withPassword(() => api.disableDnssec({ domain })),
    failureTitle: "Couldn't change DNSSEC",
  });
  const isHandedOver = isMoving(dnssec) && isElsewhere;
  const isOn = dnssec.state === 'on' || dnssec.state === 'turning_on';
  return (
    <div className="flex flex-col gap-5">
      <Switch
        label="Sign this domain"
        hint="Lets resolvers detect forged answers. We manage the keys and the DS record at the registry."
        isOn={isOn}
        disabled={change.isPending}
        onChange={(wanted) => (wanted ? change.mutate(true) : setIsAsking(true))}
      />
      <DnssecProgress dnssec={dnssec} />
      {dnssec.state !== 'off' && (
        <DnssecKeys domain={domain} dnssec={dnssec} isServedHere={isServedHere} />
      )}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={isHandedOver ? `Stop signing ${domain} here?` : `Turn off DNSSEC for ${domain}?`}
        confirmLabel={isHandedOver ? 'Stop signing' : 'Turn off DNSSEC'}
        onConfirm={() => {
          setIsAsking(false);
          change.mutate(false);
        }}
      >
        {isHandedOver ? handOverText : offText}
      </ConfirmDialog>
    </div>
  );
}
