/** The plan of a template, record by record. */
import { Pencil, Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWorkspace } from '../../../api/use-workspace.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { counted } from '../../../ui/text/counted.ts';
import { Item, Section } from '../import/listed-lines.tsx';
import { ChangedRecord, RecordLine } from '../import/plan-view.tsx';
import { PlanStep } from '../plan-step.tsx';
import {
  describeTemplatePlan,
  inTheWay,
  loadTemplatePlan,
  type TemplatePlan,
  type TemplatePlanned,
} from './template-plan.ts';

export function ApplyTemplate({
  place,
  planned,
  onPlanned,
  onBack,
  onDone,
}: {
  readonly place: DomainPlace;
  readonly planned: TemplatePlanned;
  readonly onPlanned: (planned: TemplatePlanned) => void;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const { api } = useWorkspace();
  const [isReplacing, setReplacing] = useState(false);
  const { plan, template, fields, version } = planned;
  const rivals = inTheWay(plan).length;
  return (
    <PlanStep
      place={place}
      count={plan.added.length + plan.changed.length + rivals}
      isBlocked={rivals > 0 && !isReplacing}
      apply={async () => {
        const input = { domain: place.domain, templateId: template.id, fields: { ...fields } };
        await api.applyTemplate({ ...input, replace: isReplacing }, { ifMatch: version });
        return {
          title: `${template.title} applied`,
          description: 'You can undo this change in the history.',
        };
      }}
      replan={async () => {
        onPlanned(await loadTemplatePlan(api, place, planned));
        setReplacing(false);
      }}
      onBack={onBack}
      onDone={onDone}
    >
      <PlanSections plan={plan}>
        {rivals > 0 && (
          <Checkbox
            label={`Delete ${counted(rivals, 'conflicting record')}`}
            hint="The template can't be applied otherwise."
            isChecked={isReplacing}
            onChange={setReplacing}
          />
        )}
      </PlanSections>
    </PlanStep>
  );
}

/** What belongs to the conflicts stands below them. */
function PlanSections({
  plan,
  children,
}: {
  readonly plan: TemplatePlan;
  readonly children: ReactNode;
}) {
  const { added, changed, conflicts } = plan;
  return (
    <>
      <p>
        <span className="font-medium">{describeTemplatePlan(plan)}</span> Nothing has changed yet.
      </p>
      <Section
        title="Conflicts"
        icon={TriangleAlert}
        tone="bad"
        items={conflicts}
        count={conflicts.length}
      >
        {({ message, records }) => (
          <Item key={message}>
            <span className="block">{message}</span>
            {records.map((record) => (
              <del key={record.id} className="block text-ink-muted">
                <RecordLine record={record} />
              </del>
            ))}
          </Item>
        )}
      </Section>
      {children}
      <Section title="Changed" icon={Pencil} tone="warn" items={changed} count={changed.length}>
        {({ before, after }) => (
          <Item key={before.id}>
            <ChangedRecord before={before} after={after} />
          </Item>
        )}
      </Section>
      <Section title="Added" icon={Plus} tone="good" items={added} count={added.length}>
        {(record) => (
          <Item key={`${record.name} ${record.type} ${record.value}`}>
            <RecordLine record={record} />
          </Item>
        )}
      </Section>
    </>
  );
}
