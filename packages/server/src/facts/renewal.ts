/** Renewals: ordered, automatic, paid by a top-up, and those that the registry lacked. */
import {
  type AboutDomain,
  type FactForms,
  type PublicEvent,
  rowAbout,
  withRow,
} from './fact-form.ts';
import { credits, word, years } from './wording.ts';

export type RenewalFact =
  | AboutDomain<'domain.renew', { years: number; credits: number; expiresAt: string }>
  | AboutDomain<'domain.renewed', { years: number; expiresAt: string }>
  | AboutDomain<
      | 'domain.renewal_failed'
      | 'domain.paid_renewal_failed'
      | 'domain.renewal_held'
      | 'domain.extension_refused',
      { reason: string }
    >
  | AboutDomain<'domain.auto_renewal_failed', { reason: string; code: string }>
  | AboutDomain<'domain.extended_at_registry', { years: number; registryExpiresAt: string }>;

export const renewalForms: FactForms<RenewalFact> = withRow(rowAbout('domain'), {
  'domain.renew': {
    text: (name, d) => `renewed ${name} for ${years(d.years)} (${credits(d.credits)})`,
    event: ({ domain, years, credits, expiresAt }) => ({
      type: 'domain.renewal_started',
      domain,
      data: { years, credits, expiresAt },
    }),
  },
  'domain.renewed': {
    text: (name) => `confirmed the renewal of ${name} with the registry`,
    event: ({ domain, years, expiresAt }) => ({
      type: 'domain.renewed',
      domain,
      data: { years, expiresAt },
    }),
  },
  'domain.renewal_failed': {
    text: (name, d) => `couldn't renew ${name}: ${word(d.reason)}`,
    event: renewalFailed,
  },
  'domain.paid_renewal_failed': {
    text: (name, d) => `couldn't renew ${name} after the top-up: ${word(d.reason)}`,
    event: renewalFailed,
  },
  'domain.auto_renewal_failed': {
    text: (name, d) =>
      `couldn't renew ${name} automatically${d.reason === undefined ? '' : `: ${word(d.reason)}`}`,
    event: renewalFailed,
  },
  'domain.renewal_held': {
    text: (name) => `is checking the price of renewing ${name} at the registry`,
    event: ({ domain }) => ({ type: 'domain.renewal_undecided', domain, data: {} }),
  },
  'domain.extended_at_registry': {
    text: (name) => `extended ${name} at the registry`,
    event: 'internal',
  },
  'domain.extension_refused': {
    text: (name) => `couldn't extend ${name} at the registry`,
    event: 'internal',
  },
});

function renewalFailed(fact: { readonly domain: string; readonly reason: string }): PublicEvent {
  const { domain, reason } = fact;
  return { type: 'domain.renewal_failed', domain, data: { reason } };
}
