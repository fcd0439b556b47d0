/** Activity entries with their actors, newest first. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import { Cog, KeyRound, type LucideIcon, ShieldUser, UserRound } from 'lucide-react';
import { Time } from '../ui/time.tsx';

export type ActivityEntry = DashboardOutput<'listActivity'>['entries'][number];

const icons: Readonly<Record<ActivityEntry['actor']['kind'], LucideIcon>> = {
  user: UserRound,
  api_key: KeyRound,
  update_key: KeyRound,
  operator: ShieldUser,
  system: Cog,
};

export function ActivityList({ entries }: { readonly entries: readonly ActivityEntry[] }) {
  return (
    <ol aria-label="Activity" className="divide-y divide-line">
      {entries.map((entry) => (
        <ActivityItem key={entry.id} entry={entry} />
      ))}
    </ol>
  );
}

function ActivityItem({ entry }: { readonly entry: ActivityEntry }) {
  const Icon = icons[entry.actor.kind];
  return (
    <li className="flex gap-3.5 px-5 py-3">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-ink-muted">
        <Icon className="size-3.5" aria-hidden="true" />
      </span>
      <div className="flex min-w-0 flex-1 flex-col gap-x-6 pt-1 md:flex-row md:justify-between">
        <p className="min-w-0 break-words text-ink-muted">
          <span className="font-medium text-ink">{entry.actor.label}</span> {entry.text}
        </p>
        <span className="shrink-0 text-sm text-ink-faint">
          <Time at={entry.at} as="relative" isCalendar />
        </span>
      </div>
    </li>
  );
}
