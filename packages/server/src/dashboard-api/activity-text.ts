/** The text of an activity entry, which follows the actor's name. */
import type { ActivityView } from '../workspaces/activity.ts';

type Details = Readonly<Record<string, unknown>>;
type Entry = Pick<ActivityView, 'action' | 'subject' | 'details'>;

const words: Readonly<Record<string, (subject: string, details: Details) => string>> = {
  'workspace.create': (_, d) => `created the workspace ${textOf(d.name)}`,
  'workspace.update': (_, d) => `changed the workspace to ${textOf(d.name)}`,
  'member.add': (email) => `made ${email} a member`,
  'member.remove': (email) => `ended the membership of ${email}`,
  'key.create': (_, d) => `created the API token ${textOf(d.name)} (${textOf(d.prefix)}…)`,
  'key.revoke': (_, d) => `revoked the API token ${textOf(d.name)} (${textOf(d.prefix)}…)`,
  'tsig_key.create': (domain, d) => `created an UPDATE key for ${textOf(d.pattern)} of ${domain}`,
  'tsig_key.revoke': (domain) => `revoked an UPDATE key of ${domain}`,
  'contact.create': (_, d) => `saved the contact ${textOf(d.label)}`,
  'contact.update': (_, d) => `changed the contact ${textOf(d.label)}`,
  'contact.delete': (_, d) => `deleted the contact ${textOf(d.label)}`,
  'domain.register': (name, d) => `registered ${name} for ${years(d)} and ${credits(d)}`,
  'domain.registered': (name) => `got ${name} confirmed by the registry`,
  'domain.registration_failed': (name, d) => `could not register ${name}: ${textOf(d.reason)}`,
  'domain.renew': (name, d) => `renewed ${name} for ${years(d)} and ${credits(d)}`,
  'domain.renewed': (name) => `got the renewal of ${name} confirmed by the registry`,
  'domain.renewal_failed': (name, d) => `could not renew ${name}: ${textOf(d.reason)}`,
  'domain.auto_renewal_failed': (name, d) =>
    `could not renew ${name} automatically${d.reason === undefined ? '' : `: ${textOf(d.reason)}`}`,
  'domain.update': (name, d) =>
    `set ${name} to auto-renewal ${onOff(d.autoRenew)} and privacy ${onOff(d.privacyEnabled)}`,
  'domain.nameservers': (name, d) =>
    `changed the nameservers of ${name} to ${listOf(d.nameservers)}`,
  'domain.converged': (name) => `told the registry the new settings of ${name}`,
  'domain.convergence_refused': (name, d) =>
    `could not change ${name} at the registry: ${textOf(d.reason)}`,
  'domain.extended_at_registry': (name) => `bought missing time for ${name} at the registry`,
  'domain.extension_refused': (name) => `could not buy missing time for ${name} at the registry`,
  'domain.expiry_notice': (name) => `sent a notice about the expiry of ${name}`,
  'domain.releasing': (name) => `began to release ${name}, which expired`,
  'domain.release_held': (name) => `held back the release of ${name}`,
  'domain.released': (name) => `released ${name}`,
  'domain.locked': (name) => `locked ${name} against transfer`,
  'domain.unlocked': (name) => `unlocked ${name} for transfer`,
  'domain.auth_code_replaced': (name) => `replaced the auth code of ${name}`,
  'record.create': (name, d) => `added ${record(d)} to ${name}`,
  'record.update': (name, d) =>
    `changed ${record(part(d.before))} to ${record(part(d.after))} in ${name}`,
  'record.delete': (name, d) => `deleted ${record(d)} from ${name}`,
  'credits.add': (_, d) => `added ${credits(d)}`,
  'credits.remove': (_, d) => `removed ${credits(d)}`,
  'credits.forecast': (_, d) => `warned that ${textOf(d.missing)} credits are missing for renewals`,
  'credits.top_up_requested': (_, d) => `began a top-up of ${credits(d)}`,
  'credits.top_up': (_, d) => `topped up ${credits(d)}`,
  'credits.top_up_failed': (_, d) => `could not top up ${credits(d)}`,
  'credits.top_up_expired': (_, d) => `let a top-up of ${credits(d)} expire`,
  'credits.payment_refunded': (_, d) => `learned that ${credits(d)} of a payment were refunded`,
  'credits.payment_disputed': (_, d) => `learned that ${credits(d)} of a payment are disputed`,
  'price.set': (suffix, d) =>
    `set the price of .${suffix} to ${textOf(d.register)}, and ${textOf(d.renew)} to renew`,
  'mail.sent': (to, d) => `mailed “${textOf(d.subject)}” to ${to}`,
  'mail.failed': (to, d) => `could not mail “${textOf(d.subject)}” to ${to}`,
  'mail.delayed': (to, d) => `is still trying to mail “${textOf(d.subject)}” to ${to}`,
};

export const describedActions: ReadonlySet<string> = new Set(Object.keys(words));

export function activityText({ action, subject, details }: Entry): string {
  return words[action]?.(subject, details) ?? `${action.replaceAll(/[._]/g, ' ')}: ${subject}`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : 'unknown';
}

function listOf(value: unknown): string {
  return Array.isArray(value) ? value.map(textOf).join(', ') : textOf(value);
}

function part(value: unknown): Details {
  return typeof value === 'object' && value !== null ? (value as Details) : {};
}

function onOff(value: unknown): string {
  return value === true ? 'on' : 'off';
}

function years(details: Details): string {
  return `${textOf(details.years)} ${details.years === 1 ? 'year' : 'years'}`;
}

function credits(details: Details): string {
  const amount = details.credits ?? details.amount;
  return `${textOf(amount)} ${amount === 1 ? 'credit' : 'credits'}`;
}

/** `www A 192.0.2.1`; long values are truncated. */
function record(details: Details): string {
  const value = textOf(details.value);
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return `${textOf(details.name)} ${textOf(details.type)} ${shown}`;
}
