/** How much of its limits the workspace uses. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { workspaceClient } from '../../api/client.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { Card } from '../../ui/layout/card.tsx';
import { QueryView } from '../../ui/states/query-view.tsx';
import { SkeletonRows } from '../../ui/states/skeleton.tsx';
import { formatBytes } from '../../ui/text/bytes.ts';

type Limits = DashboardOutput<'listLimits'>;

const number = new Intl.NumberFormat();
const counts = {
  apiKeys: 'API tokens',
  updateKeys: 'Dynamic DNS keys',
  contacts: 'Saved contacts',
  webhooks: 'Webhooks',
  openTransfers: 'Open transfers',
} as const;

const sizes = {
  preparedBytes: 'Records prepared for transfers',
  eventBytes: 'Events',
} as const;

export function LimitsCard() {
  const { workspaceId } = useWorkspace();
  const limits = useQuery(limitsQuery(workspaceId));
  return (
    <Card title="Limits" description="The operator can raise most of them.">
      <QueryView query={limits} loading={<SkeletonRows count={4} />}>
        {(data) => <Uses {...data} />}
      </QueryView>
    </Card>
  );
}

function Uses({ limits, ofEachDomain }: Limits) {
  const { records, recordBytes, revisionBytes } = ofEachDomain;
  return (
    <dl className="flex flex-col divide-y divide-line">
      {entries(counts).map(([name, label]) => (
        <Use key={name} label={label} {...limits[name]} format={number.format} />
      ))}
      {entries(sizes).map(([name, label]) => (
        <Use key={name} label={label} {...limits[name]} format={formatBytes} />
      ))}
      <Line label="Records per domain">
        up to {number.format(records)} and {formatBytes(recordBytes)}
      </Line>
      <Line label="History per domain">up to {formatBytes(revisionBytes)}</Line>
    </dl>
  );
}

function Use({
  label,
  used,
  max,
  format,
}: {
  readonly label: string;
  readonly used: number;
  readonly max: number;
  readonly format: (value: number) => string;
}) {
  return (
    <Line label={label}>
      <span className={used >= max * almostFull ? 'font-medium text-warn-ink' : undefined}>
        {format(used)}
      </span>{' '}
      of {format(max)}
    </Line>
  );
}

function Line({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className="flex justify-between gap-4 py-2">
      <dt className="text-ink-muted">{label}</dt>
      <dd className="figures text-right">{children}</dd>
    </div>
  );
}

const almostFull = 0.9;

function limitsQuery(workspaceId: string) {
  return queryOptions({
    queryKey: [workspaceId, 'limits'],
    queryFn: ({ signal }): Promise<Limits> =>
      workspaceClient(workspaceId).listLimits({}, { signal }),
  });
}

function entries<T extends object>(of: T): [keyof T, T[keyof T]][] {
  return Object.entries(of) as [keyof T, T[keyof T]][];
}
