/** Registrations, from the order to what the registry decided. */
import { type AboutDomain, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { credits, word, years } from './wording.ts';

export type RegistrationFact =
  | AboutDomain<'domain.register', { years: number; credits: number }>
  | AboutDomain<'domain.registered', { years: number; expiresAt: string }>
  | AboutDomain<'domain.registration_failed' | 'domain.registration_undecided', { reason: string }>
  | AboutDomain<'domain.dismissed'>;

export const registrationForms: FactForms<RegistrationFact> = withRow(rowAbout('domain'), {
  'domain.register': {
    text: (name, d) => `registered ${name} for ${years(d.years)} (${credits(d.credits)})`,
    event: ({ domain, years, credits }) => ({
      type: 'domain.registration_started',
      domain,
      data: { years, credits },
    }),
  },
  'domain.registered': {
    text: (name) => `confirmed the registration of ${name} with the registry`,
    event: ({ domain, years, expiresAt }) => ({
      type: 'domain.registered',
      domain,
      data: { years, expiresAt },
    }),
  },
  'domain.registration_failed': {
    text: (name, d) => `couldn't register ${name}: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({
      type: 'domain.registration_failed',
      domain,
      data: { reason },
    }),
  },
  'domain.registration_undecided': {
    text: (name) => `is checking with the registry whether ${name} was registered`,
    event: ({ domain }) => ({ type: 'domain.registration_undecided', domain, data: {} }),
  },
  'domain.dismissed': {
    text: (name) => `dismissed the failed registration of ${name}`,
    event: ({ domain }) => ({ type: 'domain.dismissed', domain, data: {} }),
  },
});
