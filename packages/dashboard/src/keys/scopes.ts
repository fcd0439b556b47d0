/** The labels of token scopes. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';
import type { Option } from '../ui/controls/option.ts';

type Token = DashboardOutput<'createApiKey'>['key'];

export type Scope = Token['scope'];

export const scopes: readonly (Option<Scope> & { readonly hint: string })[] = [
  {
    value: 'all',
    label: 'Full access',
    hint: 'Register, renew and manage domains and DNS records. Can spend credits.',
  },
  {
    value: 'dns',
    label: 'DNS records',
    hint: "View domains, and view and edit DNS records. Can't see contacts or the balance.",
  },
  {
    value: 'read',
    label: 'Read-only',
    hint: 'View domains, records, contacts and the balance, and check availability.',
  },
  {
    value: 'transfer',
    label: 'Transfers',
    hint: 'View everything, turn off transfer locks and issue auth codes. Full access does not include this.',
  },
];

export function scopeLabel(scope: Scope): string {
  return scopes.find(({ value }) => value === scope)?.label ?? scope;
}

/** Tokens for DNS from before these were limited to domains and records. */
export function readsMore({ scope, readsAll }: Pick<Token, 'scope' | 'readsAll'>): boolean {
  return scope === 'dns' && readsAll;
}
