/** Activity entries with their actors, newest first. An entry of many records opens to show them. */
import { ChevronRight, Cog, KeyRound, type LucideIcon, ShieldUser, UserRound } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { useWorkspace } from '../api/use-workspace.ts';
import { classNames } from '../ui/class-names.ts';
import { Skeleton } from '../ui/states/skeleton.tsx';
import { TextLink } from '../ui/text/text-link.tsx';
import { Time } from '../ui/text/time.tsx';
import { type ActivityEntry, splitText } from './entry-text.ts';

const EntryDifferences = lazy(async () => ({
  default: (await import('./entry-differences.tsx')).EntryDifferences,
}));

const icons: Readonly<Record<ActivityEntry['actor']['kind'], LucideIcon>> = {
  user: UserRound,
  api_key: KeyRound,
  update_key: KeyRound,
  operator: ShieldUser,
  system: Cog,
};

export function ActivityList({
  entries,
  ownDomain,
}: {
  readonly entries: readonly ActivityEntry[];
  /** The domain of this page, which needs no link to itself. */
  readonly ownDomain?: string;
}) {
  return (
    <ol aria-label="Activity" className="divide-y divide-line">
      {entries.map((entry) => (
        <ActivityItem key={entry.id} entry={entry} hasLink={entry.subject !== ownDomain} />
      ))}
    </ol>
  );
}

function ActivityItem({
  entry,
  hasLink,
}: {
  readonly entry: ActivityEntry;
  readonly hasLink: boolean;
}) {
  const Icon = icons[entry.actor.kind];
  const { revision } = entry.details;
  const opens = entry.action === 'records.change' && typeof revision === 'number';
  return (
    <li className="flex gap-3.5 px-5 py-3">
      <span className="mt-0.5 flex size-7 shrink-0 items-center justify-center rounded-full bg-hover text-ink-muted">
        <Icon className="size-3.5" aria-hidden="true" />
      </span>
      <div className="min-w-0 flex-1 pt-1">
        <div className="flex flex-col gap-x-6 md:flex-row md:justify-between">
          <p className="min-w-0 break-words text-ink-muted">
            <span className="font-medium text-ink">{entry.actor.label}</span>{' '}
            <EntryText entry={entry} hasLink={hasLink} />
          </p>
          <span className="shrink-0 text-sm text-ink-faint">
            <Time at={entry.at} as="relative" isCalendar />
          </span>
        </div>
        <Origin origin={entry.origin} />
        {opens && <Disclosure entry={entry} revision={revision} />}
      </div>
    </li>
  );
}

/** From where it was done, and what the person had signed in with. */
function Origin({ origin }: Pick<ActivityEntry, 'origin'>) {
  if (origin === null) return null;
  const { address, proof } = origin;
  return (
    <p className="text-sm break-all text-ink-faint">
      From {address}
      {proof !== undefined && ` with ${proofTitles[proof] ?? proof}`}
    </p>
  );
}

const proofTitles: Readonly<Record<string, string>> = {
  password: 'password',
  provider: "organization's sign-in page",
  totp: 'authenticator app',
  passkey: 'passkey',
  recovery_code: 'recovery code',
  second_factor: 'second factor',
};

function EntryText({
  entry,
  hasLink,
}: {
  readonly entry: ActivityEntry;
  readonly hasLink: boolean;
}) {
  const { workspaceId } = useWorkspace();
  const { before, domain, after } = splitText(entry);
  if (domain === null || !hasLink) return entry.text;
  return (
    <>
      {before}
      <TextLink to="/$workspaceId/domains/$domain" params={{ workspaceId, domain }}>
        {domain}
      </TextLink>
      {after}
    </>
  );
}

function Disclosure({
  entry,
  revision,
}: {
  readonly entry: ActivityEntry;
  readonly revision: number;
}) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="mt-1 -ml-1 flex items-center gap-1 rounded-xs pr-1 text-sm font-medium text-accent-ink hover:underline"
      >
        <ChevronRight
          className={classNames('size-4 transition-transform duration-100', isOpen && 'rotate-90')}
          aria-hidden="true"
        />
        {isOpen ? 'Hide changes' : 'Show changes'}
      </button>
      <div id={id} hidden={!isOpen} className="mt-2">
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-8" />}>
            <EntryDifferences domain={entry.subject} revision={revision} at={entry.at} />
          </Suspense>
        )}
      </div>
    </>
  );
}
