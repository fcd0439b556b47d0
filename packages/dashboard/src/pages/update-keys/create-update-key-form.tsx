/** The form of a new TSIG key: domains, names, record types, transfers, algorithm and expiry. */
import { useWorkspace } from '../../api/use-workspace.ts';
import { SubmitButton, TextField } from '../../forms/form-fields.tsx';
import { FormView } from '../../forms/form-view.tsx';
import { useWithPassword } from '../../forms/password-gate.tsx';
import { SelectField } from '../../forms/select-field.tsx';
import { type Problems, useForm } from '../../forms/use-form.ts';
import { DomainPicker } from '../../keys/domain-picker.tsx';
import { ExpiryFields } from '../../keys/expiry-fields.tsx';
import { type ExpiryValues, expiresAt, expiryProblem } from '../../keys/key-expiry.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Checkbox } from '../../ui/controls/checkbox.tsx';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';
import { DialogActions } from '../../ui/popups/dialog-actions.tsx';
import { TypeChoice } from './type-choice.tsx';
import type { KeyAlgorithm, NewUpdateKey, UpdateType } from './update-keys-query.ts';

interface UpdateKeyValues extends ExpiryValues {
  readonly reach: 'some' | 'all';
  readonly domains: readonly string[];
  readonly namePattern: string;
  /** Empty means all types. */
  readonly types: readonly UpdateType[];
  readonly transfer: boolean;
  readonly algorithm: KeyAlgorithm;
}

const empty: UpdateKeyValues = {
  reach: 'some',
  domains: [],
  namePattern: '*',
  types: [],
  transfer: false,
  algorithm: 'hmac-sha256',
  expiry: 'never',
  expiryDay: '',
};

const reaches = [
  { value: 'some', label: 'Selected domains' },
  { value: 'all', label: 'All domains', hint: 'Includes domains you register later.' },
] as const;

const algorithms = [
  { value: 'hmac-sha256', label: 'HMAC-SHA-256' },
  { value: 'hmac-sha384', label: 'HMAC-SHA-384' },
  { value: 'hmac-sha512', label: 'HMAC-SHA-512' },
  { value: 'hmac-sha1', label: 'HMAC-SHA-1 (weak)' },
  { value: 'hmac-md5', label: 'HMAC-MD5 (weak)' },
] as const;

const weakAlgorithms: readonly KeyAlgorithm[] = ['hmac-sha1', 'hmac-md5'];

export function CreateUpdateKeyForm({
  onCancel,
  onCreated,
}: {
  readonly onCancel: () => void;
  readonly onCreated: (created: NewUpdateKey) => void;
}) {
  const { api } = useWorkspace();
  const withPassword = useWithPassword();
  const form = useForm({
    initial: empty,
    validate: findProblems,
    submit: (values) =>
      withPassword(() =>
        api.createUpdateKey({
          domains: values.reach === 'all' ? null : [...values.domains],
          namePattern: values.namePattern,
          types: values.types.length === 0 ? null : [...values.types],
          transfer: values.transfer,
          algorithm: values.algorithm,
          expiresAt: expiresAt(values, Date.now()),
        }),
      ),
    onDone: onCreated,
  });
  const { values } = form;
  form.register('domains');
  return (
    <FormView form={form} className="gap-5">
      <RadioCards
        label="Domains"
        options={reaches}
        value={values.reach}
        onChange={(reach) => form.set('reach', reach, 'domains')}
      />
      {values.reach === 'some' && (
        <DomainPicker
          names={values.domains}
          onChange={(names) => form.set('domains', names)}
          error={form.problems.domains ?? null}
        />
      )}
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
      <Checkbox
        label="Allow zone transfers"
        hint="The key can read all records of its domains (AXFR). DNSControl and octoDNS need this."
        isChecked={values.transfer}
        onChange={(transfer) => form.set('transfer', transfer)}
      />
      <SelectField
        form={form}
        name="algorithm"
        label="Algorithm"
        options={algorithms}
        hint={
          weakAlgorithms.includes(values.algorithm)
            ? "This algorithm is weak. Use it only for a client that can't use HMAC-SHA-256."
            : undefined
        }
      />
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
    ...(values.reach === 'some' &&
      values.domains.length === 0 && {
        domains: 'Select at least one domain, or choose all domains.',
      }),
    ...(values.namePattern.trim() === '' && {
      namePattern: 'Enter a name pattern. Use * for all names.',
    }),
    ...(expiry !== null && { expiresAt: expiry }),
  };
}
