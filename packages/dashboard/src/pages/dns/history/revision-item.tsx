/** One change in the history. It opens to show its differences and what can be done about it. */

import { RotateCcw, Undo2 } from 'lucide-react';
import { useMay } from '../../../api/use-may.ts';
import { NameserverDifference } from '../../../domains/record-differences.tsx';
import { RevisionDifferences } from '../../../domains/revision-differences.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { DisclosureItem } from '../../../ui/layout/disclosure-item.tsx';
import { Badge, type Tone } from '../../../ui/text/badge.tsx';
import { Time } from '../../../ui/text/time.tsx';
import { describeEdge, type Revision } from './revision-text.ts';

export function RevisionItem({
  domain,
  revision,
  isCurrent,
  isChangeable,
  onRestore,
  onUndo,
}: {
  readonly domain: string;
  readonly revision: Revision;
  readonly isCurrent: boolean;
  readonly isChangeable: boolean;
  readonly onRestore: () => void;
  readonly onUndo: () => void;
}) {
  const { actor, via, at, nameservers } = revision;
  const may = useMay();
  const hasRecords = revision.added + revision.changed + revision.removed > 0;
  return (
    <DisclosureItem
      summary={
        <>
          <span className="min-w-0">
            <span className="flex flex-wrap items-center gap-2">
              <span className="font-medium">Version {revision.revision}</span>
              {isCurrent && <Badge tone="accent">Current</Badge>}
            </span>
            <span className="mt-0.5 block text-sm break-words text-ink-muted">
              {actor.label} · {describeEdge(via)} · <Time at={at} as="relative" isCalendar />
            </span>
          </span>
          <span className="flex flex-wrap gap-1.5">
            <Count tone="good" sign="+" count={revision.added} word="added" />
            <Count tone="warn" sign="~" count={revision.changed} word="changed" />
            <Count tone="bad" sign="−" count={revision.removed} word="removed" />
            {nameservers !== undefined && <Badge>Nameservers changed</Badge>}
          </span>
        </>
      }
    >
      <div className="flex flex-col gap-3 px-4 pt-1 pb-4 md:pr-5 md:pl-12">
        {nameservers !== undefined && <NameserverDifference {...nameservers} />}
        {hasRecords && <RevisionDifferences domain={domain} revision={revision.revision} />}
        {isChangeable && may('dns.change') && (hasRecords || !isCurrent) && (
          <div className="flex flex-wrap gap-2">
            {!isCurrent && (
              <Button size="sm" icon={RotateCcw} onClick={onRestore}>
                Restore this version…
              </Button>
            )}
            {hasRecords && (
              <Button size="sm" icon={Undo2} onClick={onUndo}>
                Undo this change…
              </Button>
            )}
          </div>
        )}
      </div>
    </DisclosureItem>
  );
}

function Count({
  tone,
  sign,
  count,
  word,
}: {
  readonly tone: Tone;
  readonly sign: string;
  readonly count: number;
  readonly word: string;
}) {
  if (count === 0) return null;
  return (
    <Badge tone={tone}>
      <span aria-hidden="true" className="mr-1 font-mono">
        {sign}
      </span>
      {count.toLocaleString()} {word}
    </Badge>
  );
}
