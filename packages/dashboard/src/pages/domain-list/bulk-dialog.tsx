/** Chooses what to do with the selected domains. Nothing changes yet: the next page shows the plan. */
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import type { SavedContact } from '../../contacts/contact-values.ts';
import { contactsQuery } from '../../contacts/contacts-query.ts';
import { tagHint, tagProblem, tagsIn } from '../../domains/tag-words.ts';
import { yearOptions } from '../../domains/year-options.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/popups/dialog.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { counted } from '../../ui/text/counted.ts';
import { TextLink } from '../../ui/text/text-link.tsx';
import {
  actionOf,
  type BulkActionName,
  bulkActions,
  type OnPlanned,
  type PlannedBulk,
} from './bulk-actions.ts';
import { BulkTemplate } from './bulk-template.tsx';

interface Values {
  readonly action: BulkActionName;
  readonly years: string;
  readonly nameservers: string;
  readonly contactId: string;
  readonly tags: string;
}

export function BulkDialog({
  names,
  onClose,
}: {
  readonly names: readonly string[];
  readonly onClose: () => void;
}) {
  const count = names.length;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={`Change ${counted(count, 'domain')}`}
      description="You'll see what happens to each domain before anything changes."
    >
      <BulkForm names={names} onClose={onClose} />
    </Dialog>
  );
}

function BulkForm({
  names,
  onClose,
}: {
  readonly names: readonly string[];
  readonly onClose: () => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const may = useMay();
  const navigate = useNavigate();
  const { data: contacts = [] } = useQuery({
    ...contactsQuery(workspaceId),
    enabled: may('domains.manage'),
  });
  const showPlan: OnPlanned = ({ bulk }) =>
    navigate({ to: '/$workspaceId/bulk/$bulkId', params: { workspaceId, bulkId: bulk.id } });
  const form = useForm<Values, PlannedBulk>({
    initial: { action: 'renew', years: '1', nameservers: '', contactId: '', tags: '' },
    validate: problemsOf,
    submit: (values, call) =>
      api.createBulk(
        {
          ...actionOf(values.action).request,
          ...parametersOf(values, contacts),
          domains: [...names],
        },
        call,
      ),
    onDone: showPlan,
  });
  const choices = (Object.keys(bulkActions) as BulkActionName[]).filter((name) =>
    may(actionOf(name).act),
  );
  const { field } = actionOf(form.values.action);
  if (field === 'template') {
    return (
      <BulkTemplate names={names} onBack={() => form.set('action', 'renew')} onPlanned={showPlan} />
    );
  }
  return (
    <FormView form={form} className="gap-5">
      <SelectField
        form={form}
        name="action"
        label="Action"
        options={choices.map((value) => ({ value, label: actionOf(value).label }))}
      />
      {field === 'years' && (
        <SelectField form={form} name="years" label="Years" options={yearOptions} />
      )}
      {field === 'nameservers' && (
        <TextField
          form={form}
          name="nameservers"
          label="Nameservers"
          hint="At least two, separated by spaces."
          placeholder="ns1.example.net ns2.example.net"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      {field === 'contact' && (
        <SelectField
          form={form}
          name="contactId"
          label="New owner"
          hint={
            <>
              Someone else?{' '}
              <TextLink to="/$workspaceId/settings/contacts" params={{ workspaceId }}>
                Add a contact
              </TextLink>{' '}
              first.
            </>
          }
          options={contacts.map(({ id, label, contact }) => ({
            value: id,
            label: `${label} (${contact.email})`,
          }))}
        />
      )}
      {(field === 'addTags' || field === 'removeTags') && (
        <TextField
          form={form}
          name="tags"
          label="Tags"
          hint={tagHint}
          placeholder="production client-acme"
          spellCheck={false}
          autoCapitalize="none"
        />
      )}
      <DialogActions>
        <Button onClick={onClose}>Cancel</Button>
        <SubmitButton form={form}>Preview changes</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

function problemsOf({ action, nameservers, contactId, tags }: Values): Problems {
  const { field } = actionOf(action);
  if (field === 'nameservers' && wordsOf(nameservers).length < 2) {
    return { nameservers: 'Enter at least two nameservers.' };
  }
  if (field === 'addTags' || field === 'removeTags') {
    const problem = tagProblem(tags);
    if (problem !== null) return { tags: problem };
  }
  return field === 'contact' && contactId === '' ? { contactId: 'Choose a contact.' } : {};
}

function parametersOf(values: Values, contacts: readonly SavedContact[]) {
  const { field } = actionOf(values.action);
  if (field === 'years') return { years: Number(values.years) };
  if (field === 'nameservers') return { nameservers: wordsOf(values.nameservers) };
  if (field === 'addTags' || field === 'removeTags') {
    return { [field]: tagsIn(values.tags) };
  }
  const contact = contacts.find(({ id }) => id === values.contactId)?.contact;
  return field === 'contact' && contact !== undefined ? { contact } : {};
}

function wordsOf(text: string): string[] {
  return text.split(/[\s,]+/).filter((word) => word !== '');
}
