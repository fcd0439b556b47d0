/** What an owner or an operator sets for a domain, and what the registry made of it. */
import {
  type AboutDomain,
  type FactForms,
  type PublicEvent,
  rowAbout,
  withRow,
} from './fact-form.ts';
import { list, word } from './wording.ts';

/** What was sent to the registry. */
interface SentSettings {
  nameservers?: readonly string[];
  privacyEnabled?: boolean;
  transferLocked?: boolean;
  clientHold?: boolean;
  /** All DS records that the name has afterwards, as text. */
  ds?: readonly string[];
}

export type SettingsFact =
  | AboutDomain<'domain.update', { autoRenew: boolean; privacyEnabled: boolean }>
  | AboutDomain<'domain.tags', { tags: readonly string[] }>
  | AboutDomain<'domain.nameservers', { nameservers: readonly string[] }>
  | AboutDomain<'domain.nameservers_waiting', { hosts: readonly string[] }>
  /** The name that the hosts are in was released, or is not registered. */
  | AboutDomain<
      'domain.nameservers_removed',
      { hosts: readonly string[]; nameservers: readonly string[] }
    >
  /** The record of consent of the old and the new registrant. */
  | AboutDomain<'domain.contact', { fields: readonly string[]; consent: true }>
  | AboutDomain<'domain.contact_changed', { fields: readonly string[]; isNewOwner: boolean }>
  | AboutDomain<'domain.contact_refused', { reason: string }>
  | AboutDomain<'domain.converged', SentSettings>
  | AboutDomain<'domain.convergence_refused', SentSettings & { reason: string }>
  | AboutDomain<
      'domain.soa',
      { mailbox: string; refresh: number; retry: number; expire: number; negativeTtl: number }
    >
  | AboutDomain<'domain.secondary_added' | 'domain.secondary_removed', { address: string }>
  | AboutDomain<'domain.held' | 'domain.unheld', { reason: string }>
  | AboutDomain<'domain.registrant_confirmed' | 'domain.registrant_unconfirmed'>
  | AboutDomain<'domain.registration_data_reminder'>
  | AboutDomain<'domain.locked' | 'domain.unlocked'>
  | AboutDomain<'domain.auth_code_replaced' | 'domain.auth_code_expired'>;

export const settingsForms: FactForms<SettingsFact> = withRow(rowAbout('domain'), {
  'domain.update': {
    text: (name, d) =>
      `set auto-renew ${onOff(d.autoRenew)} and privacy ${onOff(d.privacyEnabled)} for ${name}`,
    event: ({ domain, autoRenew, privacyEnabled }) => ({
      type: 'domain.settings_changed',
      domain,
      data: { autoRenew, privacyEnabled },
    }),
  },
  'domain.tags': {
    text: (name, d) => `changed the tags of ${name} to ${list(d.tags)}`,
    event: ({ domain, tags }) => ({
      type: 'domain.tags_changed',
      domain,
      data: { tags: [...tags] },
    }),
  },
  'domain.nameservers': {
    text: (name, d) => `changed the nameservers of ${name} to ${list(d.nameservers)}`,
    event: ({ domain, nameservers }) => nameserversChanged(domain, nameservers),
  },
  'domain.nameservers_waiting': {
    text: (name, d) =>
      `is waiting for address records of ${list(d.hosts)} before changing the nameservers of ${name}`,
    event: ({ domain, hosts }) => ({
      type: 'domain.nameservers_waiting',
      domain,
      data: { hosts: [...hosts] },
    }),
  },
  'domain.nameservers_removed': {
    text: (name, d) =>
      `removed ${list(d.hosts)} from the nameservers of ${name}, because the name it is in is not registered`,
    event: ({ domain, nameservers }) => nameserversChanged(domain, nameservers),
  },
  'domain.contact': {
    text: (name, d) => `confirmed a change of the owner details of ${name} (${list(d.fields)})`,
    event: ({ domain, fields }) => ({
      type: 'domain.contact_change_started',
      domain,
      data: { fields: [...fields] },
    }),
  },
  'domain.contact_changed': {
    text: (name) => `updated the owner details of ${name} at the registry`,
    event: ({ domain, fields, isNewOwner }) => ({
      type: 'domain.contact_changed',
      domain,
      data: { fields: [...fields], isNewOwner },
    }),
  },
  'domain.contact_refused': {
    text: (name, d) => `couldn't change the owner details of ${name}: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({
      type: 'domain.contact_change_refused',
      domain,
      data: { reason },
    }),
  },
  'domain.converged': { text: (name) => `updated ${name} at the registry`, event: updated },
  'domain.convergence_refused': {
    text: (name, d) => `couldn't update ${name} at the registry: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'domain.update_refused', domain, data: { reason } }),
  },
  'domain.soa': {
    text: (name, d) => `changed the SOA record of ${name} (contact ${word(d.mailbox)})`,
    event: ({ kind, domain, ...data }) => ({ type: 'dns.soa_changed', domain, data }),
  },
  'domain.secondary_added': {
    text: (name, d) => `allowed the secondary ${word(d.address)} to transfer ${name}`,
    event: 'internal',
  },
  'domain.secondary_removed': {
    text: (name, d) => `removed the secondary ${word(d.address)} of ${name}`,
    event: 'internal',
  },
  'domain.held': {
    text: (name, d) => `put ${name} on hold: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'domain.held', domain, data: { reason } }),
  },
  'domain.unheld': {
    text: (name, d) => `lifted the hold on ${name}: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'domain.hold_lifted', domain, data: { reason } }),
  },
  'domain.registrant_confirmed': {
    text: (name) => `noted that the registrant of ${name} has confirmed their email address`,
    event: ({ domain }) => ({ type: 'domain.registrant_confirmed', domain, data: {} }),
  },
  'domain.registrant_unconfirmed': {
    text: (name) => `noted that the registrant of ${name} has not confirmed their email address`,
    event: ({ domain }) => ({ type: 'domain.registrant_unconfirmed', domain, data: {} }),
  },
  'domain.registration_data_reminder': {
    text: (name) => `reminded the registrant of ${name} to check the registration data`,
    event: 'internal',
  },
  'domain.locked': {
    text: (name) => `turned on the transfer lock of ${name}`,
    event: ({ domain }) => lockChanged(domain, true),
  },
  'domain.unlocked': {
    text: (name) => `turned off the transfer lock of ${name}`,
    event: ({ domain }) => lockChanged(domain, false),
  },
  'domain.auth_code_replaced': {
    text: (name) => `replaced the auth code of ${name}`,
    event: authCodeReplaced,
  },
  'domain.auth_code_expired': {
    text: (name) => `replaced the expired auth code of ${name}`,
    event: authCodeReplaced,
  },
});

function updated({ kind, ...sent }: AboutDomain<'domain.converged', SentSettings>): PublicEvent {
  const { domain, nameservers, clientHold, ds, ...rest } = sent;
  const data = {
    ...rest,
    ...(ds === undefined ? {} : { ds: [...ds] }),
    ...(nameservers === undefined ? {} : { nameservers: [...nameservers] }),
    ...(clientHold === undefined ? {} : { isOnHold: clientHold }),
  };
  return { type: 'domain.updated', domain, data };
}

function authCodeReplaced({ domain }: { readonly domain: string }): PublicEvent {
  return { type: 'domain.auth_code_replaced', domain, data: {} };
}

function lockChanged(domain: string, transferLocked: boolean): PublicEvent {
  return { type: 'domain.settings_changed', domain, data: { transferLocked } };
}

function nameserversChanged(domain: string, nameservers: readonly string[]): PublicEvent {
  const data = { nameservers: [...nameservers] };
  return { type: 'domain.nameservers_changed', domain, data };
}

function onOff(value: unknown): string {
  return value === true ? 'on' : 'off';
}
