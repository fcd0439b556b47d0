/** Differences between two versions of a zone, line by line: a sign, a colour and words for each. */
import type { Output } from '@hostmaster/contract';
import { typeLabel } from '@hostmaster/dns/records';
import { type ReactNode, useState } from 'react';
import { classNames } from '../ui/class-names.ts';
import { Button } from '../ui/controls/button.tsx';
import { describeTtl } from './describe-ttl.ts';

export type RecordDifference = Output<'compareRevisions'>['changes'][number];
type DifferingRecord = NonNullable<RecordDifference['before']>;

const shownAtOnce = 100;

const looks = {
  added: { sign: '+', word: 'Added', colors: 'bg-good-soft text-good-ink' },
  removed: { sign: '−', word: 'Removed', colors: 'bg-bad-soft text-bad-ink' },
  changed: { sign: '~', word: 'Changed', colors: 'bg-warn-soft text-warn-ink' },
} as const;

export function RecordDifferences({ changes }: { readonly changes: readonly RecordDifference[] }) {
  const [shown, setShown] = useState(shownAtOnce);
  const more = Math.min(changes.length - shown, shownAtOnce);
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <ul aria-label="Changes" className="divide-y divide-line">
        {changes.slice(0, shown).map((change) => (
          <li key={(change.after ?? change.before)?.id}>
            <Difference change={change} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <div className="border-t border-line p-2 text-center">
          <Button variant="ghost" size="sm" onClick={() => setShown(shown + shownAtOnce)}>
            Show {more.toLocaleString()} more of {changes.length.toLocaleString()}
          </Button>
        </div>
      )}
    </div>
  );
}

function Difference({ change: { kind, before, after } }: { readonly change: RecordDifference }) {
  if (before === undefined || after === undefined) {
    const record = after ?? before;
    return record === undefined ? null : <Line kind={kind} record={record} />;
  }
  if (isTtlOnly(before, after)) {
    return (
      <Line
        kind="changed"
        record={after}
        note={`TTL changed from ${describeTtl(before.ttl)} to ${describeTtl(after.ttl)}`}
      />
    );
  }
  return (
    <>
      <Line kind="removed" word="Before" record={before} />
      <Line kind="added" word="After" record={after} />
    </>
  );
}

/** A line about a zone's nameservers. */
export function NameserverDifference({
  before,
  after,
}: {
  readonly before: readonly string[];
  readonly after: readonly string[];
}) {
  return (
    <div className="overflow-hidden rounded-md border border-line">
      <TextLine kind="removed" word="Nameservers before" text={before.join(', ')} />
      <TextLine kind="added" word="Nameservers after" text={after.join(', ')} />
    </div>
  );
}

function Line({
  kind,
  word,
  record,
  note,
}: {
  readonly kind: keyof typeof looks;
  /** Where the sign means something else than usual. */
  readonly word?: string;
  readonly record: DifferingRecord;
  /** Instead of the TTL. */
  readonly note?: string;
}) {
  return (
    <Row kind={kind} word={word ?? looks[kind].word}>
      <span className="flex flex-wrap justify-between gap-x-6">
        <span className="min-w-0 font-mono break-all whitespace-pre-wrap">
          {record.name} <span className="font-semibold">{typeLabel(record.type)}</span>{' '}
          {record.value}
        </span>{' '}
        <span>{note ?? `TTL ${describeTtl(record.ttl)}`}</span>
      </span>
    </Row>
  );
}

function TextLine({
  kind,
  word,
  text,
}: {
  readonly kind: keyof typeof looks;
  readonly word: string;
  readonly text: string;
}) {
  return (
    <Row kind={kind} word={word}>
      <span className="font-mono break-words">{text}</span>
    </Row>
  );
}

function Row({
  kind,
  word,
  children,
}: {
  readonly kind: keyof typeof looks;
  readonly word: string;
  readonly children: ReactNode;
}) {
  const { sign, colors } = looks[kind];
  return (
    <div className={classNames('flex gap-2.5 px-3 py-1.5 text-sm', colors)}>
      <span aria-hidden="true" className="w-2.5 shrink-0 text-center font-mono font-semibold">
        {sign}
      </span>
      <span className="sr-only">{word}:</span>
      <span className="min-w-0 flex-1">{children}</span>
    </div>
  );
}

function isTtlOnly(before: DifferingRecord, after: DifferingRecord): boolean {
  return (
    before.ttl !== after.ttl &&
    before.type === after.type &&
    before.name === after.name &&
    before.value === after.value
  );
}
