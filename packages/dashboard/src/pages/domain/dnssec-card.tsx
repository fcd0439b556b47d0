/** DNSSEC of a domain: one switch, the steps between off and on, and the keys. */
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { explainError } from '../../api/explain-error.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { PasswordGate, useWithPassword } from '../../forms/password-gate.tsx';
import { Switch } from '../../ui/controls/switch.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { ConfirmDialog } from '../../ui/popups/confirm-dialog.tsx';
import { showToast } from '../../ui/popups/toast-queue.ts';
import { QueryView } from '../../ui/states/query-view.tsx';
import { Skeleton } from '../../ui/states/skeleton.tsx';
import { Badge, type Tone } from '../../ui/text/badge.tsx';
import { Time } from '../../ui/text/time.tsx';
import { DnssecKeys } from './dnssec-keys.tsx';
import { type Dnssec, dnssecQuery, isRolling, isUnderWay } from './dnssec-query.ts';
import { DnssecSteps } from './dnssec-steps.tsx';

const states: Readonly<Record<Dnssec['state'], { readonly label: string; readonly tone: Tone }>> = {
  off: { label: 'Off', tone: 'plain' },
  turning_on: { label: 'Turning on', tone: 'accent' },
  on: { label: 'On', tone: 'good' },
  turning_off: { label: 'Turning off', tone: 'warn' },
};

function badgeOf(dnssec: Dnssec): { readonly label: string; readonly tone: Tone } {
  return isRolling(dnssec) ? { label: 'Replacing key', tone: 'good' } : states[dnssec.state];
}

export function DnssecCard({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const dnssec = useQuery(dnssecQuery({ workspaceId, domain }));
  const state = dnssec.data === undefined ? undefined : badgeOf(dnssec.data);
  return (
    <Card
      title="DNSSEC"
      {...(state === undefined ? {} : { action: <Badge tone={state.tone}>{state.label}</Badge> })}
    >
      <QueryView query={dnssec} loading={<Skeleton className="h-16" />}>
        {(loaded) => (
          <PasswordGate>
            <DnssecView domain={domain} dnssec={loaded} />
          </PasswordGate>
        )}
      </QueryView>
    </Card>
  );
}

function DnssecView({ domain, dnssec }: { readonly domain: string; readonly dnssec: Dnssec }) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const [isAsking, setIsAsking] = useState(false);
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      isOn ? api.enableDnssec({ domain }) : withPassword(() => api.disableDnssec({ domain })),
    onSuccess: (answer) =>
      queryClient.setQueryData(dnssecQuery({ workspaceId, domain }).queryKey, answer.dnssec),
    onError: (error: Error) =>
      showToast({
        tone: 'bad',
        title: "Couldn't change DNSSEC",
        description: explainError(error).message,
      }),
  });
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
      {isUnderWay(dnssec) && (
        <div className="flex flex-col gap-3">
          <DnssecSteps dnssec={dnssec} />
          <p className="text-sm text-ink-muted">
            <WaitText dnssec={dnssec} />
          </p>
        </div>
      )}
      {dnssec.state !== 'off' && <DnssecKeys domain={domain} dnssec={dnssec} />}
      <ConfirmDialog
        isOpen={isAsking}
        onClose={() => setIsAsking(false)}
        title={`Turn off DNSSEC for ${domain}?`}
        confirmLabel="Turn off DNSSEC"
        onConfirm={() => {
          setIsAsking(false);
          change.mutate(false);
        }}
      >
        Resolvers will no longer detect forged answers. We remove the DS record first and keep
        signing for two more days, so the domain stays reachable. Turning it on again later takes
        about a day.
      </ConfirmDialog>
    </div>
  );
}

function WaitText({ dnssec }: { readonly dnssec: Dnssec }) {
  const { phase, since, until, waitsFor, nameserversWaiting } = dnssec;
  return (
    <>
      {until === null ? (
        waitsFor
      ) : (
        <>
          Resolvers may remember {rememberedIn(phase)} until <Time at={until} as="time" />.
        </>
      )}
      {nameserversWaiting && ' The registry gets your new nameservers after that.'}
      {since !== null && (
        <>
          {' '}
          This step began <Time at={since} as="relative" isCalendar />.
        </>
      )}
    </>
  );
}

function rememberedIn(phase: Dnssec['phase']): string {
  switch (phase) {
    case 'waiting_for_caches':
      return 'unsigned answers';
    case 'waiting_for_key_in_caches':
      return 'signatures without the new key';
    case 'waiting_for_new_ds':
      return 'the DS records without the new one';
    case 'waiting_for_old_ds':
      return 'the old DS record';
    default:
      return 'the DS record';
  }
}
