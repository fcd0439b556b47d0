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
    text: (name) => `marked ${name} as expired`,
    event: ({ domain, expiresAt }) => ({ type: 'domain.expired', domain, data: { expiresAt } }),
  },
  'domain.releasing': {
    text: (name) => `started releasing ${name} after it expired`,
    event: ({ domain, expiredAt }) => ({ type: 'domain.releasing', domain, data: { expiredAt } }),
  },
  'domain.release_held': {
    text: (name) => `put the release of ${name} on hold`,
    event: 'internal',
  },
  'domain.released': {
    text: (name) => `released ${name}`,
    event: ({ domain }) => ({ type: 'domain.released', domain, data: {} }),
  },
  'domain.deleted': {
    text: (name) => `marked ${name} as deleted, but it can still be restored`,
    event: ({ domain, until }) => ({ type: 'domain.deleted', domain, data: { until } }),
  },
  'domain.restore': {
    text: (name, d) => `ordered the restore of ${name} (${credits(d.credits)})`,
    event: ({ domain, years, credits, expiresAt }) => ({
      type: 'domain.restore_started',
      domain,
      data: { years, credits, expiresAt },
    }),
  },
  'domain.restored': {
    text: (name) => `restored ${name} at the registry`,
    event: ({ domain }) => ({ type: 'domain.restored', domain, data: {} }),
  },
  'domain.restore_failed': {
    text: (name, d) => `couldn't restore ${name}: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'domain.restore_failed', domain, data: { reason } }),
  },
});
