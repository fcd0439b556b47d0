/** The form of a new TSIG key: domain, names, record types and expiry. */
import { useQuery } from '@tanstack/react-query';
import { useWorkspace } from '../../api/use-workspace.ts';
import { domainsQuery } from '../../domains/domains-query.ts';
import { shownName } from '../../domains/shown-name.ts';
import { FormField, SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { ExpiryFields } from '../../keys/expiry-fields.tsx';
import { type ExpiryValues, expiresAt, expiryProblem } from '../../keys/key-expiry.ts';
import { Button } from '../../ui/button.tsx';
import { Combobox } from '../../ui/combobox.tsx';
import { DialogActions } from '../../ui/dialog-actions.tsx';
import { TypeChoice } from './type-choice.tsx';
import type { NewUpdateKey, UpdateType } from './update-keys-query.ts';

interface UpdateKeyValues extends ExpiryValues {
  readonly domain: string;
  readonly namePattern: string;
  /** Empty means all types. */
  readonly types: readonly UpdateType[];
}

const empty: UpdateKeyValues = {
  domain: '',
  namePattern: '*',
  types: [],
  expiry: 'never',
  expiryDay: '',
};

export function CreateUpdateKeyForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (created: NewUpdateKey) => void;
}) {
  const { api, workspaceId } = useWorkspace();
  const withPassword = useWithPassword();
  const domains = useQuery(domainsQuery(workspaceId));
  const form = useForm({
    initial: empty,
    validate: findProblems,
    submit: (values) =>
      withPassword(() =>
        api.createUpdateKey({
          domain: values.domain,
          namePattern: values.namePattern,
          types: values.types.length === 0 ? null : [...values.types],
          expiresAt: expiresAt(values, Date.now()),
        }),
      ),
    onDone: onCreated,
  });
  const { values } = form;
  return (
    <FormView form={form} className="gap-5">
      <FormField form={form} path="domain" label="Domain">
        {(control) => (
          <Combobox
            {...control}
            options={(domains.data ?? []).map(({ name }) => ({
              value: name,
              label: shownName(name),
            }))}
            value={values.domain === '' ? null : values.domain}
            onChange={(domain) => form.set('domain', domain ?? '')}
            placeholder="Search domains"
            emptyText="No matching domains"
          />
        )}
      </FormField>
      <TextField
        form={form}
        name="namePattern"
        label="Allowed names"
        isMono
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        hint={
          <>
            <code className="font-mono">*</code> matches every name,{' '}
            <code className="font-mono">@</code> the domain itself,{' '}
            <code className="font-mono">*.dyn</code> every name below dyn, and{' '}
            <code className="font-mono">_acme-challenge.*</code> certificate challenges.
          </>
        }
      />
      <TypeChoice types={values.types} onChange={(types) => form.set('types', types)} />
      <ExpiryFields form={form} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Create key</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

function findProblems(values: UpdateKeyValues): Problems {
  const expiry = expiryProblem(values, Date.now());
  return {
    ...(values.domain === '' && { domain: 'Choose a domain.' }),
    ...(values.namePattern.trim() === '' && {
      namePattern: 'Enter a name pattern. Use * for all names.',
    }),
    ...(expiry !== null && { expiresAt: expiry }),
  };
}
