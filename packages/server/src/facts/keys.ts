/** API keys, and TSIG keys for dynamic DNS. */
import type { Scope } from '@hostmaster/contract';
import type { StoredUpdateKey } from '../storage/tables/keys/update-keys.ts';
import { type About, type FactForms, type FactRow, rowAbout, withRow } from './fact-form.ts';
import { capText, word } from './wording.ts';

export type ApiKeyFact =
  | About<'keyId', 'key.create', { name: string; prefix: string; scope: Scope }>
  | About<'keyId', 'key.cap', { name: string; prefix: string; credits: number | null }>
  | About<'keyId', 'key.revoke', { name: string; prefix: string }>
  | About<'keyId', 'key.expire', { name: string; prefix: string }>;

export const apiKeyForms: FactForms<ApiKeyFact> = withRow(rowAbout('keyId'), {
  'key.create': {
    text: (_, d) => `created the API token ${word(d.name)} (${word(d.prefix)}…)`,
    event: ({ keyId, name, prefix, scope }) => ({
      type: 'key.created',
      domain: null,
      data: { keyId, name, prefix, scope },
    }),
  },
  'key.cap': {
    text: (_, d) => `${capText(d.credits)} the API token ${word(d.name)} (${word(d.prefix)}…)`,
    event: 'internal',
  },
  'key.revoke': {
    text: (_, d) => `revoked the API token ${word(d.name)} (${word(d.prefix)}…)`,
    event: ({ keyId, name, prefix }) => ({
      type: 'key.revoked',
      domain: null,
      data: { keyId, name, prefix },
    }),
  },
  'key.expire': {
    text: (_, d) => `noted that the API token ${word(d.name)} (${word(d.prefix)}…) expired`,
    event: ({ keyId, name, prefix }) => ({
      type: 'key.expired',
      domain: null,
      data: { keyId, name, prefix },
    }),
  },
});

interface OfUpdateKey {
  /** The name of the key. */
  readonly key: string;
  /** At least one; null for all domains of the workspace. */
  readonly domainNames: readonly string[] | null;
}

export type UpdateKeyFact =
  | (OfUpdateKey & {
      readonly kind: 'tsig_key.create';
      readonly pattern: string;
    } & Readonly<Pick<StoredUpdateKey, 'types' | 'mayTransfer' | 'algorithm'>>)
  | (OfUpdateKey & { readonly kind: 'tsig_key.revoke' })
  | (OfUpdateKey & { readonly kind: 'tsig_key.expire' });

export const updateKeyForms: FactForms<UpdateKeyFact> = withRow(updateKeyRow, {
  'tsig_key.create': {
    text: (domains, d) => `created a dynamic DNS key for ${word(d.pattern)} on ${domains}`,
    event: (fact) => ({
      type: 'update_key.created',
      domain: onlyDomain(fact),
      data: { key: fact.key },
    }),
  },
  'tsig_key.revoke': {
    text: (domains) => `revoked a dynamic DNS key for ${domains}`,
    event: (fact) => ({
      type: 'update_key.revoked',
      domain: onlyDomain(fact),
      data: { key: fact.key },
    }),
  },
  'tsig_key.expire': {
    text: (domains) => `noted that a dynamic DNS key for ${domains} expired`,
    event: (fact) => ({
      type: 'update_key.expired',
      domain: onlyDomain(fact),
      data: { key: fact.key },
    }),
  },
});

function updateKeyRow({ kind, domainNames, ...details }: UpdateKeyFact): FactRow {
  return { subject: coverageText(domainNames), details };
}

/** A key for several domains is one event, about the workspace. */
function onlyDomain({ domainNames }: OfUpdateKey): string | null {
  return domainNames?.length === 1 ? (domainNames[0] ?? null) : null;
}

/** For the activity and for mails: `example.com`, or `example.com and 2 more`. */
export function coverageText(domainNames: readonly string[] | null): string {
  if (domainNames === null) return 'all domains';
  const [first = '', ...others] = domainNames;
  return others.length === 0 ? first : `${first} and ${others.length} more`;
}
