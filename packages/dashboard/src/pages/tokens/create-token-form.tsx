/** The form of a new API token: name, permissions, domains and expiry. */
import { actOfScope } from '@hostmaster/contract/roles';
import { useMay } from '../../api/use-may.ts';
import { useWorkspace } from '../../api/use-workspace.ts';
import { capHint, capProblem, readCap } from '../../credits/cap.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { DomainPicker } from '../../keys/domain-picker.tsx';
import { ExpiryFields } from '../../keys/expiry-fields.tsx';
import { type ExpiryValues, expiresAt, expiryProblem } from '../../keys/key-expiry.ts';
import { type Scope, scopes } from '../../keys/scopes.ts';
import { Button } from '../../ui/controls/button.tsx';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import type { NewToken } from './tokens-query.ts';

interface TokenValues extends ExpiryValues {
  readonly name: string;
  readonly scope: Scope;
  readonly reach: 'all' | 'some';
  readonly domainNames: readonly string[];
  readonly cap: string;
}

const empty: TokenValues = {
  name: '',
  scope: 'all',
  reach: 'all',
  domainNames: [],
  expiry: 'never',
  expiryDay: '',
  cap: '',
};

const reaches = [
  { value: 'all', label: 'All domains', hint: 'Includes domains you register later.' },
  { value: 'some', label: 'Selected domains' },
] as const;

export function CreateTokenForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (created: NewToken) => void;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const may = useMay();
  const offered = scopes.filter(({ value }) => may(actOfScope[value]));
  const form = useForm({
    initial: { ...empty, scope: offered[0]?.value ?? 'read' },
    validate: findProblems,
    submit: (values) =>
      withPassword(() =>
        api.createApiKey({
          name: values.name,
          scope: values.scope,
          domainNames: values.reach === 'all' ? null : [...values.domainNames],
          expiresAt: expiresAt(values, Date.now()),
          cap: spends(values) ? readCap(values.cap) : null,
        }),
      ),
    onDone: onCreated,
  });
  const { values } = form;
  form.register('domainNames');
  return (
    <FormView form={form} className="gap-5">
      <TextField
        form={form}
        name="name"
        label="Name"
        placeholder="Deploy pipeline"
        autoComplete="off"
        hint="Where you use this token, so you know what revoking it affects."
      />
      <RadioCards
        label="Permissions"
        options={offered}
        value={values.scope}
        onChange={(scope) => form.set('scope', scope)}
      />
      <RadioCards
        label="Domains"
        options={reaches}
        value={values.reach}
        onChange={(reach) => form.set('reach', reach, 'domainNames')}
      />
      {values.reach === 'some' && (
        <DomainPicker
          names={values.domainNames}
          onChange={(names) => form.set('domainNames', names)}
          error={form.problems.domainNames ?? null}
        />
      )}
      {spends(values) && (
        <TextField
          form={form}
          name="cap"
          label="Spending cap"
          isOptional
          inputMode="decimal"
          autoComplete="off"
          hint={capHint}
        />
      )}
      <ExpiryFields form={form} />
      <DialogActions>
        <Button onClick={onCancel}>Cancel</Button>
        <SubmitButton form={form}>Create token</SubmitButton>
      </DialogActions>
    </FormView>
  );
}

/** Only full access buys anything. */
function spends({ scope }: TokenValues): boolean {
  return scope === 'all';
}

function findProblems(values: TokenValues): Problems {
  const cap = spends(values) ? capProblem(values.cap) : null;
  const expiry = expiryProblem(values, Date.now());
  const hasNoDomain = values.reach === 'some' && values.domainNames.length === 0;
  return {
    ...(values.name.trim() === '' && { name: 'Enter a token name.' }),
    ...(hasNoDomain && { domainNames: 'Select at least one domain, or choose all domains.' }),
    ...(cap !== null && { cap }),
    ...(expiry !== null && { expiresAt: expiry }),
  };
}
