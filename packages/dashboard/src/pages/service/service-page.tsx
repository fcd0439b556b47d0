/** The state of the service, for its operators: what needs a person, and the command that helps. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { Server } from 'lucide-react';
import { dashboard } from '../../api/client.ts';
import { Banner } from '../../ui/layout/banner.tsx';
import { Card } from '../../ui/layout/card.tsx';
import { Detail, Details } from '../../ui/layout/details.tsx';
import { Page } from '../../ui/layout/page.tsx';
import { EmptyState } from '../../ui/states/empty-state.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { Status, type Tone } from '../../ui/text/badge.tsx';
import { counted } from '../../ui/text/counted.ts';
import { Time } from '../../ui/text/time.tsx';

type ServiceState = DashboardOutput<'getServiceState'>;
type Secondary = ServiceState['secondaries'][number];

const pollMs = 10_000;

const serviceStateQuery = queryOptions({
  queryKey: ['service state'],
  queryFn: ({ signal }): Promise<ServiceState> => dashboard.getServiceState({}, { signal }),
  refetchInterval: pollMs,
});

const tones: Readonly<Record<Secondary['state'], Tone>> = {
  answers: 'good',
  silent: 'bad',
  unknown: 'plain',
};
const states: Readonly<Record<Secondary['state'], string>> = {
  answers: 'Answers',
  silent: 'Silent',
  unknown: 'Not asked yet',
};
/** Besides these, kinds of a later version are shown as they are named. */
const problems: Readonly<Record<string, string>> = {
  signatures_end_soon: 'signatures end soon',
  not_valid: 'resolvers reject the answers',
  secondary_outdated: 'a secondary has old signatures',
  key_without_ds: 'the registry lacks the DS record',
  ds_without_key: 'the registry has a DS record without a key',
};

export function ServicePage() {
  const query = useQuery(serviceStateQuery);
  return (
    <Page
      title="Service"
      description="What runs behind all workspaces. Only operators see this page."
    >
      <QueryView query={query} loading={<SkeletonRows count={4} />}>
        {(state) => (
          <>
            <Attention state={state} />
            <Card title="Nameservers" isFlush>
              {state.secondaries.length === 0 ? (
                <EmptyState icon={Server} title="No secondaries">
                  This server answers alone. Add others with{' '}
                  <code className="font-mono">hostmaster secondary add</code>.
                </EmptyState>
              ) : (
                <ul aria-label="Secondaries" className="divide-y divide-line">
                  {state.secondaries.map((secondary) => (
                    <SecondaryRow key={secondary.name} secondary={secondary} />
                  ))}
                </ul>
              )}
            </Card>
            <Card title="Background work">
              <Work work={state.work} />
            </Card>
          </>
        )}
      </QueryView>
    </Page>
  );
}

function Work({ work }: { readonly work: ServiceState['work'] }) {
  const { waiting, retriedAtRegistries, retriedMails } = work;
  if (waiting + retriedAtRegistries + retriedMails === 0) return <p>Nothing is waiting.</p>;
  return (
    <Details>
      <Detail label="Waiting">{counted(waiting, 'job')}</Detail>
      <Detail label="Tried again">
        {counted(retriedAtRegistries, 'job')} at registries, {counted(retriedMails, 'mail')}
      </Detail>
    </Details>
  );
}

function SecondaryRow({ secondary }: { readonly secondary: Secondary }) {
  const { name, addresses, state, silentSince, answeredAt, zonesBehind } = secondary;
  return (
    <li className="grid gap-x-6 gap-y-1 px-5 py-3 md:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_minmax(0,1fr)]">
      <div className="min-w-0">
        <p className="font-medium">{name}</p>
        <p className="font-mono text-sm break-all text-ink-muted">{addresses.join(', ')}</p>
      </div>
      <div>
        <Status tone={tones[state]}>{states[state]}</Status>
        <p className="text-sm text-ink-muted">
          {silentSince !== null && (
            <>
              since <Time at={silentSince} as="relative" />
            </>
          )}
          {silentSince === null && answeredAt !== null && (
            <>
              last asked <Time at={answeredAt} as="relative" />
            </>
          )}
        </p>
      </div>
      {state !== 'unknown' && (
        <p className={zonesBehind === 0 ? 'text-ink-muted' : 'text-warn-ink'}>
          {zonesBehind === 0 ? 'Has every zone' : `${counted(zonesBehind, 'zone')} behind`}
        </p>
      )}
    </li>
  );
}

/** One sentence for each kind of problem, with the command that says more. */
function Attention({ state }: { readonly state: ServiceState }) {
  const silent = state.secondaries.filter((each) => each.state === 'silent');
  return (
    <>
      {silent.map(({ name }) => (
        <Banner key={name} tone="bad" title={`${name} does not answer`}>
          Others answer for it. <code className="font-mono">hostmaster secondary check {name}</code>{' '}
          says what it lacks.
        </Banner>
      ))}
      {state.dnssecProblems.map(({ kind, zones }) => (
        <Banner
          key={kind}
          tone="warn"
          title={`DNSSEC: ${problems[kind] ?? kind} in ${counted(zones, 'zone')}`}
        >
          <code className="font-mono">hostmaster doctor</code> names the zones.
        </Banner>
      ))}
    </>
  );
}
