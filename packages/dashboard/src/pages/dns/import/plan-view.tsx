/** The plan of an import, record by record. */
import { typeLabel } from '@hostmaster/dns/records';
import { CircleSlash, type LucideIcon, Minus, Pencil, Plus, StickyNote } from 'lucide-react';
import type { ReactNode } from 'react';
import { describeTtl } from '../../../domains/describe-ttl.ts';
import { asSentence } from '../../../forms/as-sentence.ts';
import { Badge, type Tone } from '../../../ui/text/badge.tsx';
import { describePlan, type ImportPlan } from './plan-summary.ts';

type Planned = ImportPlan['changed'][number]['before'];

/** The plan lists the first items of each kind; the counts are of all. */
export function PlanView({ plan }: { readonly plan: ImportPlan }) {
  const { counts } = plan;
  return (
    <div className="flex flex-col gap-4">
      <p className="font-medium">{describePlan(plan)}</p>
      <Section
        title="Rejected"
        icon={CircleSlash}
        tone="bad"
        items={plan.refused}
        count={counts.refused}
      >
        {({ line, column, record, reason }) => (
          <Item key={`${line}:${column}`} line={line}>
            <span className="font-mono text-sm break-all">{record}</span>
            <span className="block text-bad-ink">{asSentence(reason)}</span>
          </Item>
        )}
      </Section>
      <Section title="Removed" icon={Minus} tone="bad" items={plan.removed} count={counts.removed}>
        {(record) => (
          <Item key={record.id}>
            <RecordLine record={record} />
          </Item>
        )}
      </Section>
      <Section
        title="Changed"
        icon={Pencil}
        tone="warn"
        items={plan.changed}
        count={counts.changed}
      >
        {({ id, line, before, after }) => (
          <Item key={id} line={line}>
            <del className="block text-ink-muted">
              <RecordLine record={before} />
            </del>
            <ins className="block no-underline">
              <RecordLine record={after} />
            </ins>
          </Item>
        )}
      </Section>
      <Section title="Added" icon={Plus} tone="good" items={plan.added} count={counts.added}>
        {(record) => (
          <Item key={`${record.line} ${record.name} ${record.value}`} line={record.line}>
            <RecordLine record={record} />
          </Item>
        )}
      </Section>
      <Section title="Notes" icon={StickyNote} tone="plain" items={plan.notes} count={counts.notes}>
        {({ line, note }) => (
          <Item key={`${line} ${note}`} line={line}>
            {asSentence(note)}
          </Item>
        )}
      </Section>
    </div>
  );
}

function Section<T>({
  title,
  icon: Icon,
  tone,
  items,
  count,
  children,
}: {
  readonly title: string;
  readonly icon: LucideIcon;
  readonly tone: Tone;
  readonly items: readonly T[];
  readonly count: number;
  readonly children: (item: T) => ReactNode;
}) {
  if (count === 0) return null;
  const hidden = count - items.length;
  return (
    <section aria-label={title} className="overflow-hidden rounded-md border border-line">
      <h3 className="flex items-center gap-2 border-b border-line bg-sunken px-3 py-2 text-sm font-medium">
        <Icon className="size-3.5 text-ink-muted" aria-hidden="true" />
        {title}
        <Badge tone={tone}>{count.toLocaleString()}</Badge>
      </h3>
      <ul className="divide-y divide-line">{items.map(children)}</ul>
      {hidden > 0 && (
        <p className="border-t border-line px-3 py-2 text-sm text-ink-muted">
          And {hidden.toLocaleString()} more.
        </p>
      )}
    </section>
  );
}

function Item({ line, children }: { readonly line?: number; readonly children: ReactNode }) {
  return (
    <li className="flex items-start justify-between gap-4 px-3 py-2">
      <div className="min-w-0 flex-1">{children}</div>
      {line !== undefined && (
        <span className="figures shrink-0 text-sm text-ink-faint">line {line}</span>
      )}
    </li>
  );
}

function RecordLine({ record }: { readonly record: Planned }) {
  return (
    <span className="font-mono text-sm break-all">
      {record.name} <span className="text-ink-muted">{describeTtl(record.ttl)}</span>{' '}
      <span className="font-medium">{typeLabel(record.type)}</span> {record.value}
    </span>
  );
}
