/** Role and limit to domains, in the forms that invite and change members. */
import { limitableRoles, type Role, roles, roleTitles } from '@hostmaster/contract/roles';
import { lazy, Suspense } from 'react';
import { useMay } from '../../api/use-may.ts';
import type { Form, Problems } from '../../forms/use-form.ts';
import { RadioCards } from '../../ui/controls/radio-cards.tsx';

const DomainPicker = lazy(async () => ({
  default: (await import('../../keys/domain-picker.tsx')).DomainPicker,
}));

export interface GrantValues {
  readonly role: Role;
  readonly reach: 'all' | 'some';
  readonly domainNames: readonly string[];
}

const hints: Readonly<Record<Role, string>> = {
  owner: 'Can do everything, including manage owners.',
  admin: 'Can do everything except manage owners.',
  dns_editor: "Can edit DNS records. Can't see contacts, prices or credits.",
  billing: 'Can top up credits and renew domains. Can view everything else.',
  read_only: "Can view everything, but can't change anything.",
};

const reaches = [
  { value: 'all', label: 'All domains', hint: 'Includes domains you register later.' },
  {
    value: 'some',
    label: 'Selected domains',
    hint: "They can't see anything else in the workspace.",
  },
] as const;

export function GrantFields<V extends GrantValues>({ form }: { readonly form: Form<V> }) {
  const may = useMay();
  const offered = roles.filter((role) => role !== 'owner' || may('owners.manage'));
  const { values } = form;
  form.register('domainNames');
  return (
    <>
      <RadioCards
        label="Role"
        options={offered.map((role) => ({
          value: role,
          label: roleTitles[role],
          hint: hints[role],
        }))}
        value={values.role}
        onChange={(role) => form.set('role', role as V['role'])}
      />
      {limitableRoles.includes(values.role) && (
        <RadioCards
          label="Domains"
          options={reaches}
          value={values.reach}
          onChange={(reach) => form.set('reach', reach as V['reach'], 'domainNames')}
        />
      )}
      {isLimited(values) && (
        <Suspense>
          <DomainPicker
            names={values.domainNames}
            onChange={(names) => form.set('domainNames', names as V['domainNames'])}
            error={form.problems.domainNames ?? null}
          />
        </Suspense>
      )}
    </>
  );
}

export function grantInput(values: GrantValues) {
  return { role: values.role, domainNames: isLimited(values) ? [...values.domainNames] : null };
}

export function grantProblems(values: GrantValues): Problems {
  const isMissing = isLimited(values) && values.domainNames.length === 0;
  return {
    ...(isMissing && { domainNames: 'Select at least one domain, or choose all domains.' }),
  };
}

function isLimited({ role, reach }: GrantValues): boolean {
  return reach === 'some' && limitableRoles.includes(role);
}
