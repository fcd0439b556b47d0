/** The plan of an import, record by record. */
import { typeLabel } from '@hostmaster/dns/records';
import { CircleSlash, Minus, Pencil, Plus, StickyNote } from 'lucide-react';
import { describeTtl } from '../../../domains/describe-ttl.ts';
import { asSentence } from '../../../forms/as-sentence.ts';
import { Item, Section } from './listed-lines.tsx';
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
            <ChangedRecord before={before} after={after} />
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

export function ChangedRecord({
  before,
  after,
}: {
  readonly before: Planned;
  readonly after: Planned;
}) {
  return (
    <>
      <del className="block text-ink-muted">
        <RecordLine record={before} />
      </del>
      <ins className="block no-underline">
        <RecordLine record={after} />
      </ins>
    </>
  );
}

export function RecordLine({ record }: { readonly record: Planned }) {
  return (
    <span className="font-mono text-sm break-all">
      {record.name} <span className="text-ink-muted">{describeTtl(record.ttl)}</span>{' '}
      <span className="font-medium">{typeLabel(record.type)}</span> {record.value}
    </span>
  );
}
