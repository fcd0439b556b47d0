/** The text of an activity entry, which follows the actor's name. */
import type { ActivityView } from '../workspaces/activity.ts';

type Details = Readonly<Record<string, unknown>>;
type Entry = Pick<ActivityView, 'action' | 'subject' | 'details'>;

const words: Readonly<Record<string, (subject: string, details: Details) => string>> = {
  'workspace.create': (_, d) => `created the workspace ${textOf(d.name)}`,
  'workspace.update': (_, d) => `updated the workspace ${textOf(d.name)}`,
  'workspace.suspend': (_, d) =>
    `suspended the workspace${d.reason === undefined ? '' : `: ${textOf(d.reason)}`}`,
  'workspace.resume': () => 'resumed the workspace',
  'member.add': (email) => `added ${email} as a member`,
  'member.remove': (email) => `removed ${email} from the workspace`,
  'key.create': (_, d) => `created the API token ${textOf(d.name)} (${textOf(d.prefix)}…)`,
  'key.revoke': (_, d) => `revoked the API token ${textOf(d.name)} (${textOf(d.prefix)}…)`,
  'tsig_key.create': (domain, d) =>
    `created a dynamic DNS key for ${textOf(d.pattern)} on ${domain}`,
  'tsig_key.revoke': (domain) => `revoked a dynamic DNS key for ${domain}`,
  'update.refused': (domain, d) =>
    `was refused a dynamic DNS update of ${domain}: ${textOf(d.reason)}`,
  'contact.create': (_, d) => `saved the contact ${textOf(d.label)}`,
  'contact.update': (_, d) => `updated the contact ${textOf(d.label)}`,
  'contact.delete': (_, d) => `deleted the contact ${textOf(d.label)}`,
  'domain.register': (name, d) => `registered ${name} for ${years(d)} (${credits(d)})`,
  'domain.registered': (name) => `confirmed the registration of ${name} with the registry`,
  'domain.registration_failed': (name, d) => `couldn't register ${name}: ${textOf(d.reason)}`,
  'domain.dismissed': (name) => `dismissed the failed registration of ${name}`,
  'domain.renew': (name, d) => `renewed ${name} for ${years(d)} (${credits(d)})`,
  'domain.renewed': (name) => `confirmed the renewal of ${name} with the registry`,
  'domain.renewal_failed': (name, d) => `couldn't renew ${name}: ${textOf(d.reason)}`,
  'domain.auto_renewal_failed': (name, d) =>
    `couldn't renew ${name} automatically${d.reason === undefined ? '' : `: ${textOf(d.reason)}`}`,
  'domain.paid_renewal_failed': (name, d) =>
    `couldn't renew ${name} after the top-up: ${textOf(d.reason)}`,
  'domain.update': (name, d) =>
    `set auto-renew ${onOff(d.autoRenew)} and privacy ${onOff(d.privacyEnabled)} for ${name}`,
  'domain.nameservers': (name, d) =>
    `changed the nameservers of ${name} to ${listOf(d.nameservers)}`,
  'domain.contact': (name, d) =>
    `agreed to a change of the owner data of ${name} (${listOf(d.fields)})`,
  'domain.contact_changed': (name) => `changed the owner data of ${name} at the registry`,
  'domain.contact_refused': (name, d) =>
    `couldn't change the owner data of ${name}: ${textOf(d.reason)}`,
  'domain.converged': (name) => `updated ${name} at the registry`,
  'domain.convergence_refused': (name, d) =>
    `couldn't update ${name} at the registry: ${textOf(d.reason)}`,
  'domain.nameservers_waiting': (name, d) =>
    `is waiting for address records of ${listOf(d.hosts)} before changing the nameservers of ${name}`,
  'domain.registration_undecided': (name) =>
    `is checking with the registry whether ${name} was registered`,
  'domain.renewal_held': (name) => `is checking the price of renewing ${name} at the registry`,
  'domain.transferred_away': (name) => `recorded that ${name} was transferred to another registrar`,
  'domain.transfer_started': (name, d) => `ordered the transfer of ${name} (${credits(d)})`,
  'domain.transfer_waiting': (name) =>
    `requested the transfer of ${name}; the current registrar decides`,
  'domain.transfer_action_required': (name, d) =>
    `couldn't transfer ${name} yet: ${textOf(d.reason)}`,
  'domain.transfer_retry': (name) => `sent a new auth code for the transfer of ${name}`,
  'domain.transfer_cancel': (name) => `asked to cancel the transfer of ${name}`,
  'domain.transfer_cancelled': (name) => `cancelled the transfer of ${name}`,
  'domain.transfer_failed': (name, d) => `couldn't transfer ${name}: ${textOf(d.reason)}`,
  'domain.transfer_succeeded': (name) => `transferred ${name} from another registrar`,
  'domain.transfer_out_requested': (name) =>
    `recorded that another registrar requested the transfer of ${name}`,
  'domain.transfer_out_answered': (name, d) =>
    d.decision === 'approve'
      ? `approved the transfer of ${name} to another registrar`
      : `denied the transfer of ${name} to another registrar`,
  'domain.transfer_out_denied': (name) =>
    `recorded that the transfer of ${name} to another registrar was denied`,
  'domain.transfer_out_cancelled': (name) =>
    `recorded that the transfer of ${name} to another registrar was cancelled`,
  'domain.extended_at_registry': (name) => `extended ${name} at the registry`,
  'domain.extension_refused': (name) => `couldn't extend ${name} at the registry`,
  'domain.expiry_notice': (name) => `sent an expiry notice for ${name}`,
  'domain.expired': (name) => `recorded that ${name} has expired`,
  'domain.deleted': (name) => `recorded that ${name} was deleted and can be restored`,
  'domain.restore': (name, d) => `ordered the restore of ${name} (${credits(d)})`,
  'domain.restored': (name) => `restored ${name} at the registry`,
  'domain.restore_failed': (name, d) => `couldn't restore ${name}: ${textOf(d.reason)}`,
  'domain.releasing': (name) => `started releasing ${name} after it expired`,
  'domain.release_held': (name) => `put the release of ${name} on hold`,
  'domain.released': (name) => `released ${name}`,
  'domain.locked': (name) => `locked ${name} against transfers`,
  'domain.unlocked': (name) => `unlocked ${name} for transfers`,
  'domain.held': (name, d) => `put ${name} on hold: ${textOf(d.reason)}`,
  'domain.unheld': (name, d) => `lifted the hold on ${name}: ${textOf(d.reason)}`,
  'domain.auth_code_expired': (name) => `replaced the expired auth code of ${name}`,
  'domain.auth_code_replaced': (name) => `replaced the auth code of ${name}`,
  'record.create': (name, d) => `added ${record(d)} to ${name}`,
  'record.update': (name, d) => `changed ${recordChange(part(d.before), part(d.after))} in ${name}`,
  'record.delete': (name, d) => `deleted ${record(d)} from ${name}`,
  'records.change': (name, d) => `changed the records of ${name}: ${counts(d)}`,
  'credits.add': (_, d) => `added ${credits(d)}`,
  'credits.remove': (_, d) => `removed ${credits(d)}`,
  'credits.forecast': (_, d) =>
    `sent a low balance notice: ${textOf(d.missing)} more credits needed for renewals`,
  'credits.top_up_requested': (_, d) => `started a top-up of ${credits(d)}`,
  'credits.top_up': (_, d) => `topped up ${credits(d)}`,
  'credits.top_up_failed': (_, d) => `recorded a failed top-up of ${credits(d)}`,
  'credits.top_up_expired': (_, d) => `closed an expired top-up of ${credits(d)}`,
  'credits.payment_refunded': (_, d) => `recorded a refund of ${credits(d)}`,
  'credits.payment_disputed': (_, d) => `recorded a dispute of ${credits(d)}`,
  'price.set': (suffix, d) =>
    `set the price of .${suffix} to ${textOf(d.register)} (renewal ${textOf(d.renew)})`,
  'webhook.create': (_, d) => `created a webhook to ${textOf(d.url)}`,
  'webhook.update': (_, d) => `changed the webhook to ${textOf(d.url)}`,
  'webhook.delete': (_, d) => `deleted the webhook to ${textOf(d.url)}`,
  'webhook.rotate': (_, d) => `rotated the secret of the webhook to ${textOf(d.url)}`,
  'webhook.tested': (_, d) => `sent a test event to ${textOf(d.url)}`,
  'webhook.replayed': (_, d) => `replayed events to ${textOf(d.url)}`,
  'webhook.paused': (_, d) => `paused the webhook to ${textOf(d.url)}: ${textOf(d.reason)}`,
  'mail.sent': (to, d) => `emailed “${textOf(d.subject)}” to ${to}`,
  'mail.failed': (to, d) => `couldn't email “${textOf(d.subject)}” to ${to}`,
  'mail.delayed': (to, d) => `is still trying to email “${textOf(d.subject)}” to ${to}`,
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

/** `2 added, 1 removed`. */
function counts(details: Details): string {
  const parts = (['added', 'changed', 'removed'] as const)
    .filter((kind) => typeof details[kind] === 'number' && details[kind] > 0)
    .map((kind) => `${textOf(details[kind])} ${kind}`);
  return parts.length === 0 ? 'nothing changed' : parts.join(', ');
}

function credits(details: Details): string {
  const amount = details.credits ?? details.amount;
  return `${textOf(amount)} ${amount === 1 ? 'credit' : 'credits'}`;
}

/** A change of the TTL alone is said to be one. */
function recordChange(before: Details, after: Details): string {
  const isTtlOnly =
    before.ttl !== after.ttl &&
    (['type', 'name', 'value'] as const).every((field) => before[field] === after[field]);
  return isTtlOnly
    ? `the TTL of ${record(after)} from ${textOf(before.ttl)} to ${textOf(after.ttl)} seconds`
    : `${record(before)} to ${record(after)}`;
}

/** `www A 192.0.2.1`; long values are truncated. */
function record(details: Details): string {
  const value = textOf(details.value);
  const shown = value.length > 60 ? `${value.slice(0, 60)}…` : value;
  return `${textOf(details.name)} ${textOf(details.type)} ${shown}`;
}
