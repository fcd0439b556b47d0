/** The labels of token scopes. */
import type { Option } from '../../ui/select.tsx';
import type { Token } from './tokens-query.ts';

export type Scope = Token['scope'];

export const scopes: readonly (Option<Scope> & { readonly hint: string })[] = [
  {
    value: 'all',
    label: 'Everything',
    hint: 'Register, renew and change domains, change records. Spends credits.',
  },
  {
    value: 'dns',
    label: 'DNS records',
    hint: 'Read everything and change DNS records. Spends nothing.',
  },
  {
    value: 'read',
    label: 'Read only',
    hint: 'See domains, records and the balance, check names. Changes nothing.',
  },
];

export function scopeLabel(scope: Scope): string {
  return scopes.find(({ value }) => value === scope)?.label ?? scope;
}
