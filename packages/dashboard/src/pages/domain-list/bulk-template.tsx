/** A template for the selected domains: choose one, fill in its fields, then see the plan of each domain. */
import { useState } from 'react';
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import type { Template } from '../../templates/template.ts';
import { TemplateFields } from '../../templates/template-fields.tsx';
import { TemplateList } from '../../templates/template-list.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import type { OnPlanned, PlannedBulk } from './bulk-actions.ts';

export function BulkTemplate({
  names,
  onBack,
  onPlanned,
}: {
  readonly names: readonly string[];
  readonly onBack: () => void;
  readonly onPlanned: OnPlanned;
}) {
  const [template, setTemplate] = useState<Template | null>(null);
  if (template !== null) {
    return (
      <ChosenTemplate
        key={template.id}
        names={names}
        template={template}
        onBack={() => setTemplate(null)}
        onPlanned={onPlanned}
      />
    );
  }
  return (
    <>
      <TemplateList onChoose={setTemplate} />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
      </DialogActions>
    </>
  );
}

function ChosenTemplate({
  names,
  template,
  onBack,
  onPlanned,
}: {
  readonly names: readonly string[];
  readonly template: Template;
  readonly onBack: () => void;
  readonly onPlanned: OnPlanned;
}) {
  const { api } = useWorkspace();
  const [isReplacing, setReplacing] = useState(false);
  const form = useForm<Record<string, string>, PlannedBulk>({
    initial: valuesFor(template),
    validate: (values) => missingIn(template, values),
    submit: (values, call) =>
      api.createBulk(
        {
          kind: 'template',
          template: template.id,
          fields: Object.fromEntries(Object.entries(values).filter(([, value]) => value !== '')),
          replace: isReplacing,
          domains: [...names],
        },
        call,
      ),
    onDone: onPlanned,
  });
  return (
    <FormView form={form} label={template.title}>
      <p className="font-medium">{template.title}</p>
      <TemplateFields form={form} template={template} />
      <Checkbox
        label="Delete records in conflict"
        hint="Otherwise domains that have some are left as they are."
        isChecked={isReplacing}
        onChange={setReplacing}
      />
      <DialogActions>
        <Button onClick={onBack}>Back</Button>
        <SubmitButton form={form}>Preview changes</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

/** A default that depends on the domain is left to the service, which has each of them. */
function valuesFor({ fields }: Template): Record<string, string> {
  return Object.fromEntries(
    fields.map(({ name, default: usual = '' }) => [name, usual.includes('{') ? '' : usual]),
  );
}

function missingIn({ fields }: Template, values: Readonly<Record<string, string>>): Problems {
  const missing = fields.filter(
    (field) =>
      field.optional !== true && field.default === undefined && values[field.name]?.trim() === '',
  );
  return Object.fromEntries(missing.map(({ name }) => [`fields.${name}`, 'Enter a value.']));
}
