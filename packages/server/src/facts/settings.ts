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
}

export type SettingsFact =
  | AboutDomain<'domain.update', { autoRenew: boolean; privacyEnabled: boolean }>
  | AboutDomain<'domain.nameservers', { nameservers: readonly string[] }>
  | AboutDomain<'domain.nameservers_waiting', { hosts: readonly string[] }>
  /** The record of consent of the old and the new registrant. */
  | AboutDomain<'domain.contact', { fields: readonly string[]; consent: true }>
  | AboutDomain<'domain.contact_changed', { fields: readonly string[]; isNewOwner: boolean }>
  | AboutDomain<'domain.contact_refused', { reason: string }>
  | AboutDomain<'domain.converged', SentSettings>
  | AboutDomain<'domain.convergence_refused', SentSettings & { reason: string }>
  | AboutDomain<'domain.held' | 'domain.unheld', { reason: string }>
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
  'domain.nameservers': {
    text: (name, d) => `changed the nameservers of ${name} to ${list(d.nameservers)}`,
    event: ({ domain, nameservers }) => ({
      type: 'domain.nameservers_changed',
      domain,
      data: { nameservers: [...nameservers] },
    }),
  },
  'domain.nameservers_waiting': {
    text: (name, d) =>
      `is waiting for address records of ${list(d.hosts)} before changing the nameservers of ${name}`,
    event: null,
  },
  'domain.contact': {
    text: (name, d) => `agreed to a change of the owner data of ${name} (${list(d.fields)})`,
    event: null,
  },
  'domain.contact_changed': {
    text: (name) => `changed the owner data of ${name} at the registry`,
    event: null,
  },
  'domain.contact_refused': {
    text: (name, d) => `couldn't change the owner data of ${name}: ${word(d.reason)}`,
    event: null,
  },
  'domain.converged': { text: (name) => `updated ${name} at the registry`, event: null },
  'domain.convergence_refused': {
    text: (name, d) => `couldn't update ${name} at the registry: ${word(d.reason)}`,
    event: ({ domain, reason }) => ({ type: 'domain.update_refused', domain, data: { reason } }),
  },
  'domain.held': { text: (name, d) => `put ${name} on hold: ${word(d.reason)}`, event: null },
  'domain.unheld': {
    text: (name, d) => `lifted the hold on ${name}: ${word(d.reason)}`,
    event: null,
  },
  'domain.locked': {
    text: (name) => `locked ${name} against transfers`,
    event: ({ domain }) => lockChanged(domain, true),
  },
  'domain.unlocked': {
    text: (name) => `unlocked ${name} for transfers`,
    event: ({ domain }) => lockChanged(domain, false),
  },
  'domain.auth_code_replaced': { text: (name) => `replaced the auth code of ${name}`, event: null },
  'domain.auth_code_expired': {
    text: (name) => `replaced the expired auth code of ${name}`,
    event: null,
  },
});

function lockChanged(domain: string, transferLocked: boolean): PublicEvent {
  return { type: 'domain.settings_changed', domain, data: { transferLocked } };
}

function onOff(value: unknown): string {
  return value === true ? 'on' : 'off';
}
