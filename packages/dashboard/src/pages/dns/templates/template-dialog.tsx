/** Applies a template in steps: choose one, fill in its fields, then apply exactly the plan that was shown. */
import { useState } from 'react';
import { useWorkspace } from '../../../api/use-workspace.ts';
import { SubmitButton } from '../../../forms/form-fields.tsx';
import { FormView } from '../../../forms/form-view.tsx';
import { useForm } from '../../../forms/use-form.ts';
import type { Template } from '../../../templates/template.ts';
import { initialValues, TemplateFields } from '../../../templates/template-fields.tsx';
import { TemplateList } from '../../../templates/template-list.tsx';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/popups/dialog.tsx';
import { DialogActions } from '../../../ui/popups/dialog-actions.tsx';
import type { ZoneDialogProps } from '../dns-toolbar.tsx';
import { ApplyTemplate } from './apply-template.tsx';
import { loadTemplatePlan, type TemplatePlanned } from './template-plan.ts';

export function TemplateDialog({ domain, isOpen, onClose }: ZoneDialogProps) {
  const [chosen, setChosen] = useState<Template | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      size="lg"
      title={chosen === null ? 'Use a template' : chosen.title}
      description={
        chosen === null ? "You'll see a preview before anything changes." : chosen.summary
      }
    >
      {chosen === null ? (
        <TemplateList onChoose={setChosen} />
      ) : (
        <ChosenTemplate
          key={chosen.id}
          domain={domain}
          template={chosen}
          onBack={() => setChosen(null)}
          onDone={() => {
            setChosen(null);
            onClose();
          }}
        />
      )}
    </Dialog>
  );
}

function ChosenTemplate({
  domain,
  template,
  onBack,
  onDone,
}: {
  readonly domain: string;
  readonly template: Template;
  readonly onBack: () => void;
  readonly onDone: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const [planned, setPlanned] = useState<TemplatePlanned | null>(null);
  const place = { workspaceId, domain };
  const form = useForm<Record<string, string>, TemplatePlanned>({
    initial: initialValues(template, domain),
    submit: (fields) => loadTemplatePlan(api, place, { template, fields }),
    onDone: setPlanned,
  });
  if (planned !== null) {
    return (
      <ApplyTemplate
        place={place}
        planned={planned}
        onPlanned={setPlanned}
        onBack={() => setPlanned(null)}
        onDone={onDone}
      />
    );
  }
  return (
    <FormView form={form} label={template.title}>
      <TemplateFields form={form} template={template} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <SubmitButton form={form}>Preview changes</SubmitButton>
      </DialogActions>
    </FormView>
  );
}
