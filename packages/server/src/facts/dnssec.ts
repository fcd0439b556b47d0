/** DNSSEC of a domain: what was asked for, and what has become of it. */
import { type AboutDomain, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { list, word } from './wording.ts';

/** Who or what turned it off: the owner, other nameservers, a transfer to another registrar, or CDS records. */
export type DnssecOffCause = 'request' | 'nameservers' | 'transfer' | 'cds' | 'unknown_ds';

/** Why a key is replaced: on request, because it is compromised, or because of its age. */
export type DnssecRollCause = 'request' | 'compromised' | 'schedule';

export type DnssecFact =
  | AboutDomain<'dnssec.turning_on' | 'dnssec.off'>
  | AboutDomain<'dnssec.foreign_keys_added', { dnskeys: readonly string[] }>
  | AboutDomain<'dnssec.shared' | 'dnssec.foreign_keys_removed', { ds: readonly string[] }>
  | AboutDomain<'dnssec.foreign_keys_removing' | 'dnssec.handing_over'>
  | AboutDomain<'dnssec.rolling', { cause: DnssecRollCause }>
  | AboutDomain<'dnssec.on' | 'dnssec.rolled' | 'dnssec.ds_kept', { ds: readonly string[] }>
  | AboutDomain<'dnssec.cds_following', { following: boolean }>
  | AboutDomain<'dnssec.ds_followed', { ds: readonly string[] }>
  | AboutDomain<'dnssec.turning_off', { cause: DnssecOffCause }>
  | AboutDomain<'dnssec.ds_refused', { reason: string }>
  | AboutDomain<'dnssec.nameservers_waiting', { nameservers: readonly string[] }>;

export const dnssecForms: FactForms<DnssecFact> = withRow(rowAbout('domain'), {
  'dnssec.turning_on': {
    text: (name) => `started turning on DNSSEC for ${name}`,
    event: ({ domain }) => ({ type: 'dnssec.turning_on', domain, data: {} }),
  },
  'dnssec.on': {
    text: (name) => `turned on DNSSEC for ${name}: the registry has its DS record`,
    event: ({ domain, ds }) => ({ type: 'dnssec.on', domain, data: { ds: [...ds] } }),
  },
  'dnssec.ds_kept': {
    text: (name) =>
      `kept the DS records that ${name} has at the registry: another operator signs it`,
    event: ({ domain, ds }) => ({ type: 'dnssec.ds_kept', domain, data: { ds: [...ds] } }),
  },
  'dnssec.cds_following': {
    text: (name, d) =>
      `${d.following === true ? 'started' : 'stopped'} following the CDS records of ${name}`,
    event: ({ domain, following }) => ({
      type: 'dnssec.cds_following',
      domain,
      data: { following },
    }),
  },
  'dnssec.ds_followed': {
    text: (name) =>
      `is sending the registry the DS records that the nameservers of ${name} publish`,
    event: ({ domain, ds }) => ({ type: 'dnssec.ds_followed', domain, data: { ds: [...ds] } }),
  },
  'dnssec.rolling': {
    text: (name, d) => `started replacing the DNSSEC key of ${name}${becauseOf(d.cause)}`,
    event: ({ domain, cause }) => ({ type: 'dnssec.rolling', domain, data: { cause } }),
  },
  'dnssec.rolled': {
    text: (name) => `replaced the DNSSEC key of ${name}`,
    event: ({ domain, ds }) => ({ type: 'dnssec.rolled', domain, data: { ds: [...ds] } }),
  },
  'dnssec.foreign_keys_added': {
    text: (name) => `started publishing the DNSSEC keys of another operator for ${name}`,
    event: ({ domain, dnskeys }) => ({
      type: 'dnssec.foreign_keys_added',
      domain,
      data: { dnskeys: [...dnskeys] },
    }),
  },
  'dnssec.shared': {
    text: (name) => `finished preparing ${name} for the nameservers of both operators`,
    event: ({ domain, ds }) => ({ type: 'dnssec.shared', domain, data: { ds: [...ds] } }),
  },
  'dnssec.foreign_keys_removing': {
    text: (name) => `started removing the DNSSEC keys of another operator from ${name}`,
    event: ({ domain }) => ({ type: 'dnssec.foreign_keys_removing', domain, data: {} }),
  },
  'dnssec.foreign_keys_removed': {
    text: (name) => `removed the DNSSEC keys of another operator from ${name}`,
    event: ({ domain, ds }) => ({
      type: 'dnssec.foreign_keys_removed',
      domain,
      data: { ds: [...ds] },
    }),
  },
  'dnssec.handing_over': {
    text: (name) => `started handing over the signing of ${name} to another operator`,
    event: ({ domain }) => ({ type: 'dnssec.handing_over', domain, data: {} }),
  },
  'dnssec.turning_off': {
    text: (name, d) => `started turning off DNSSEC for ${name}${because(d.cause)}`,
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
  if (cause === 'nameservers') return ', because its nameservers are changing';
  if (cause === 'cds') return ', because its nameservers ask for it by CDS records';
  if (cause === 'unknown_ds') return ', because the registry has a DS record of another key';
  return cause === 'transfer' ? ', because it can now be transferred to another registrar' : '';
}

function becauseOf(cause: unknown): string {
  if (cause === 'compromised') return ', because it is compromised';
  return cause === 'schedule' ? ', because of its age' : '';
}
