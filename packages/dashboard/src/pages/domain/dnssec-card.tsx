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
import { CodeBlock } from '../../ui/text/code-block.tsx';
import { Time } from '../../ui/text/time.tsx';
import { type Dnssec, dnssecQuery, isUnderWay } from './dnssec-query.ts';
import { DnssecSteps } from './dnssec-steps.tsx';

const states: Readonly<Record<Dnssec['state'], { readonly label: string; readonly tone: Tone }>> = {
  off: { label: 'Off', tone: 'plain' },
  turning_on: { label: 'Turning on', tone: 'accent' },
  on: { label: 'On', tone: 'good' },
  turning_off: { label: 'Turning off', tone: 'warn' },
};

export function DnssecCard({ domain }: { readonly domain: string }) {
  const { workspaceId } = useWorkspace();
  const dnssec = useQuery(dnssecQuery({ workspaceId, domain }));
  const state = dnssec.data === undefined ? undefined : states[dnssec.data.state];
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
      {dnssec.state !== 'off' && <Keys dnssec={dnssec} />}
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
          {phase === 'waiting_for_caches'
            ? 'Resolvers may remember unsigned answers until '
            : 'Resolvers may remember the DS record until '}
          <Time at={until} as="time" />.
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

function Keys({ dnssec }: { readonly dnssec: Dnssec }) {
  return (
    <details className="text-sm">
      <summary className="cursor-pointer font-medium">Keys</summary>
      <ul className="mt-3 flex flex-col gap-4" aria-label="Keys">
        {dnssec.keys.map(({ keyTag, ds, dnskey }) => (
          <li key={keyTag} className="flex flex-col gap-2">
            <p className="text-ink-muted">Key tag {keyTag}, algorithm 13 (ECDSA P-256, SHA-256)</p>
            <p className="font-medium">DS record</p>
            <CodeBlock value={ds} what="DS record" />
            <p className="font-medium">DNSKEY record</p>
            <CodeBlock value={dnskey} what="DNSKEY record" />
          </li>
        ))}
      </ul>
    </details>
  );
}
