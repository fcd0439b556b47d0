/** The plan of a template, record by record, and the button that carries it out. */
import type { Output } from '@hostmaster/contract';
import { HostmasterError } from '@hostmaster/sdk';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, TriangleAlert } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { explainError } from '../../../api/explain-error.ts';
import { useWorkspace } from '../../../api/use-workspace.ts';
import type { DomainPlace } from '../../../domains/domain-query.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Checkbox } from '../../../ui/controls/checkbox.tsx';
import { Banner } from '../../../ui/layout/banner.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import { showToast } from '../../../ui/popups/toast-queue.ts';
import { Item, Section } from '../import/listed-lines.tsx';
import { RecordLine } from '../import/plan-view.tsx';
import { watchPublication } from '../publication-query.ts';
import { recordsKey } from '../records-query.ts';
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
  const queries = useQueryClient();
  const [isReplanned, setReplanned] = useState(false);
  const [isReplacing, setReplacing] = useState(false);
  const { plan, template, fields, version } = planned;
  const apply = useMutation({
    mutationFn: async (): Promise<Output<'applyTemplate'> | null> => {
      const input = { domain: place.domain, templateId: template.id, fields: { ...fields } };
      try {
        return await api.applyTemplate({ ...input, replace: isReplacing }, { ifMatch: version });
      } catch (error) {
        if (!(error instanceof HostmasterError && error.code === 'precondition_failed')) {
          throw error;
        }
        onPlanned(await loadTemplatePlan(api, place, planned));
        return null;
      }
    },
    onSuccess: async (result) => {
      setReplanned(result === null);
      setReplacing(false);
      await queries.invalidateQueries({ queryKey: recordsKey(place) });
      if (result === null) return;
      watchPublication(place);
      showToast({
        title: `${template.title} applied`,
        description: 'You can undo this change in the history.',
      });
      onDone();
    },
  });
  const rivals = inTheWay(plan).length;
  const count = plan.added.length + plan.changed.length + rivals;
  return (
    <div className="flex flex-col gap-4">
      {isReplanned && (
        <Banner tone="warn" isUrgent title="The records have changed">
          The preview is now up to date. Nothing has been applied yet.
        </Banner>
      )}
      {apply.isError && (
        <Banner tone="bad" isUrgent title="The template wasn't applied">
          {explainError(apply.error).message}
        </Banner>
      )}
      <PlanSections plan={plan}>
        {rivals > 0 && (
          <Checkbox
            label={
              rivals === 1
                ? 'Delete the record in conflict'
                : `Delete the ${rivals} records in conflict`
            }
            hint="The template can't be applied beside them."
            isChecked={isReplacing}
            onChange={setReplacing}
          />
        )}
      </PlanSections>
      <DialogActions>
        <Button onClick={onBack} disabled={apply.isPending}>
          Back
        </Button>
        <Button
          variant="primary"
          disabled={count === 0 || (rivals > 0 && !isReplacing)}
          isLoading={apply.isPending}
          onClick={() => apply.mutate()}
        >
          {count === 0
            ? 'Nothing to change'
            : `Apply ${count} ${count === 1 ? 'change' : 'changes'}`}
        </Button>
      </DialogActions>
    </div>
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
      <p className="font-medium">{describeTemplatePlan(plan)}</p>
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
            <del className="block text-ink-muted">
              <RecordLine record={before} />
            </del>
            <ins className="block no-underline">
              <RecordLine record={after} />
            </ins>
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
