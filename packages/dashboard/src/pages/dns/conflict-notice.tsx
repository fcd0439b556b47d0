/** The edited record was changed elsewhere: both versions side by side, and the choice. */
import { typeLabel } from '@hostmaster/dns/records';
import { describeTtl } from '../../domains/describe-ttl.ts';
import { VersionsSideBySide } from '../../domains/versions-side-by-side.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Banner } from '../../ui/layout/banner.tsx';
import { Badge } from '../../ui/text/badge.tsx';
import type { DnsRecord, RecordInput } from './draft/record-draft.ts';

export function ConflictNotice({
  now,
  mine,
  onKeep,
}: {
  /** Null when the record was deleted. */
  readonly now: DnsRecord | null;
  /** As typed so far. */
  readonly mine: RecordInput;
  readonly onKeep: () => void;
}) {
  const keep = (
    <Button size="sm" onClick={onKeep}>
      {now === null ? 'Keep it deleted' : 'Keep their version'}
    </Button>
  );
  if (now === null) {
    return (
      <Banner tone="warn" isUrgent title="This record was deleted" action={keep}>
        It was deleted while you were editing. Saving creates it again with your changes.
      </Banner>
    );
  }
  return (
    <>
      <Banner tone="warn" isUrgent title="This record has changed" action={keep}>
        Your changes aren't saved yet. Keep their version, save yours, or continue editing.
      </Banner>
      <VersionsSideBySide
        theirs={<Fields record={now} other={mine} />}
        mine={<Fields record={mine} other={now} />}
      />
    </>
  );
}

const fields = [
  { label: 'Type', read: ({ type }: RecordInput) => typeLabel(type) },
  { label: 'Name', read: ({ name }: RecordInput) => name },
  { label: 'Value', read: ({ value }: RecordInput) => value },
  { label: 'TTL', read: ({ ttl }: RecordInput) => (Number.isNaN(ttl) ? '' : describeTtl(ttl)) },
] as const;

function Fields({ record, other }: { readonly record: RecordInput; readonly other: RecordInput }) {
  return (
    <dl className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 gap-y-1 text-sm">
      {fields.map(({ label, read }) => (
        <div key={label} className="contents">
          <dt className="text-ink-muted">{label}</dt>
          <dd className="flex flex-wrap items-center gap-x-2">
            <span className="min-w-0 font-mono break-all">{read(record)}</span>
            {read(record) !== read(other) && <Badge tone="warn">Differs</Badge>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
