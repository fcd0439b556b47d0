/** DNSSEC of a domain: what was asked for, and what has become of it. */
import { type AboutDomain, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { list, word } from './wording.ts';

/** Who or what turned it off: the owner, other nameservers, or a transfer to another registrar. */
export type DnssecOffCause = 'request' | 'nameservers' | 'transfer';

export type DnssecFact =
  | AboutDomain<'dnssec.turning_on' | 'dnssec.off'>
  | AboutDomain<'dnssec.on', { ds: readonly string[] }>
  | AboutDomain<'dnssec.turning_off', { cause: DnssecOffCause }>
  | AboutDomain<'dnssec.ds_refused', { reason: string }>
  | AboutDomain<'dnssec.nameservers_waiting', { nameservers: readonly string[] }>;

export const dnssecForms: FactForms<DnssecFact> = withRow(rowAbout('domain'), {
  'dnssec.turning_on': {
    text: (name) => `began to turn on DNSSEC for ${name}`,
    event: ({ domain }) => ({ type: 'dnssec.turning_on', domain, data: {} }),
  },
  'dnssec.on': {
    text: (name) => `turned on DNSSEC for ${name}: the registry has its DS record`,
    event: ({ domain, ds }) => ({ type: 'dnssec.on', domain, data: { ds: [...ds] } }),
  },
  'dnssec.turning_off': {
    text: (name, d) => `began to turn off DNSSEC for ${name}${because(d.cause)}`,
    event: ({ domain, cause }) => ({ type: 'dnssec.turning_off', domain, data: { cause } }),
  },
  'dnssec.off': {
    text: (name) => `turned off DNSSEC for ${name}`,
    event: ({ domain }) => ({ type: 'dnssec.off', domain, data: {} }),
  },
  'dnssec.ds_refused': {
    text: (name, d) => `couldn't change the DS record of ${name}: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'dnssec.ds_refused', domain, data: { reason } }),
  },
  'dnssec.nameservers_waiting': {
    text: (name, d) =>
      `is removing the DS record of ${name} before its nameservers change to ${list(d.nameservers)}`,
    event: ({ domain, nameservers }) => ({
      type: 'dnssec.nameservers_waiting',
      domain,
      data: { nameservers: [...nameservers] },
    }),
  },
});

function because(cause: unknown): string {
  if (cause === 'nameservers') return ', because it gets other nameservers';
  return cause === 'transfer' ? ', because it can be transferred to another registrar now' : '';
}
