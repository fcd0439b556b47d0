/** The end of a domain that is not renewed: notices, expiry, release, deletion and restore. */
import { type AboutDomain, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { credits, word } from './wording.ts';

export type ExpiryFact =
  /** `days` after the expiry; negative before it. */
  | AboutDomain<'domain.expiry_notice' | 'domain.expired', { days: number; expiresAt: string }>
  | AboutDomain<'domain.releasing' | 'domain.release_held', { expiredAt: string }>
  | AboutDomain<'domain.deleted', { until: string }>
  | AboutDomain<'domain.restore', { years: number; credits: number; expiresAt: string }>
  | AboutDomain<'domain.restore_failed', { reason: string }>
  | AboutDomain<'domain.restored' | 'domain.released'>;

export const expiryForms: FactForms<ExpiryFact> = withRow(rowAbout('domain'), {
  'domain.expiry_notice': {
    text: (name) => `sent an expiry notice for ${name}`,
    event: ({ domain, days, expiresAt }) =>
      days < 0 ? { type: 'domain.expiring', domain, data: { days: -days, expiresAt } } : null,
  },
  'domain.expired': {
    text: (name) => `recorded that ${name} has expired`,
    event: ({ domain, expiresAt }) => ({ type: 'domain.expired', domain, data: { expiresAt } }),
  },
  'domain.releasing': { text: (name) => `started releasing ${name} after it expired`, event: null },
  'domain.release_held': { text: (name) => `put the release of ${name} on hold`, event: null },
  'domain.released': {
    text: (name) => `released ${name}`,
    event: ({ domain }) => ({ type: 'domain.released', domain, data: {} }),
  },
  'domain.deleted': {
    text: (name) => `recorded that ${name} was deleted and can be restored`,
    event: null,
  },
  'domain.restore': {
    text: (name, d) => `ordered the restore of ${name} (${credits(d.credits)})`,
    event: null,
  },
  'domain.restored': { text: (name) => `restored ${name} at the registry`, event: null },
  'domain.restore_failed': {
    text: (name, d) => `couldn't restore ${name}: ${word(d.reason)}`,
    event: null,
  },
});
