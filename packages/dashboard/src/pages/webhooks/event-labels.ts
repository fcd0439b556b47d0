/** The types of events as people read them, in the groups that the form shows. */
import type { EventType } from '@hostmaster/contract';

/** Every type has a label: one that is new in the contract does not compile without it. */
const labels: Readonly<Record<EventType, string>> = {
  'domain.registration_started': 'Registration ordered',
  'domain.registered': 'Domain registered',
  'domain.registration_undecided': 'Registration awaiting a decision',
  'domain.registration_failed': 'Registration failed',
  'domain.dismissed': 'Failed registration dismissed',
  'domain.renewal_started': 'Renewal ordered',
  'domain.renewed': 'Domain renewed',
  'domain.renewal_undecided': 'Renewal price under review',
  'domain.renewal_failed': 'Renewal failed',
  'domain.expiring': 'Domain expiring soon',
  'domain.expired': 'Domain expired',
  'domain.releasing': 'Release started',
  'domain.deleted': 'Domain deleted, can be restored',
  'domain.restore_started': 'Restore ordered',
  'domain.restored': 'Domain restored',
  'domain.restore_failed': 'Restore failed',
  'domain.released': 'Domain released',
  'domain.transferred_away': 'Domain transferred away',
  'domain.transfer_started': 'Incoming transfer started',
  'domain.transfer_waiting': 'Transfer waiting for the current registrar',
  'domain.transfer_action_required': 'Transfer needs action',
  'domain.transfer_resumed': 'Transfer resumed',
  'domain.transfer_succeeded': 'Domain transferred here',
  'domain.transfer_failed': 'Transfer failed',
  'domain.transfer_cancelled': 'Transfer cancelled',
  'domain.transfer_out_requested': 'Transfer to another registrar requested',
  'domain.transfer_out_denied': 'Transfer to another registrar denied',
  'domain.transfer_out_cancelled': 'Transfer to another registrar cancelled',
  'domain.nameservers_changed': 'Nameservers changed',
  'domain.nameservers_waiting': 'Nameservers waiting for addresses',
  'domain.settings_changed': 'Settings changed',
  'domain.tags_changed': 'Tags changed',
  'domain.update_refused': 'Update declined by the registry',
  'domain.updated': 'Update confirmed by the registry',
  'domain.contact_change_started': 'Change of owner details requested',
  'domain.contact_changed': 'Owner details changed',
  'domain.contact_change_refused': 'Change of owner details declined by the registry',
  'domain.auth_code_replaced': 'Auth code replaced',
  'domain.registrant_unconfirmed': 'Registrant address not confirmed in time',
  'domain.registrant_confirmed': 'Registrant address confirmed',
  'domain.held': 'Domain put on hold',
  'domain.hold_lifted': 'Hold lifted',
  'dns.changed': 'Records changed',
  'dns.soa_changed': 'SOA changed',
  'dnssec.turning_on': 'DNSSEC being turned on',
  'dnssec.on': 'DNSSEC on',
  'dnssec.ds_kept': 'DS records of another provider kept',
  'dnssec.cds_following': 'CDS records followed or not',
  'dnssec.ds_followed': 'DS records of CDS records sent',
  'dnssec.rolling': 'DNSSEC key being replaced',
  'dnssec.rolled': 'DNSSEC key replaced',
  'dnssec.foreign_keys_added': 'Keys of another provider being published',
  'dnssec.shared': 'Ready for nameservers of both providers',
  'dnssec.foreign_keys_removing': 'Keys of another provider being removed',
  'dnssec.foreign_keys_removed': 'Keys of another provider removed',
  'dnssec.handing_over': 'Signing being handed over',
  'dnssec.turning_off': 'DNSSEC being turned off',
  'dnssec.off': 'DNSSEC off',
  'dnssec.ds_refused': 'DS record declined by the registry',
  'dnssec.nameservers_waiting': 'Nameservers waiting for DNSSEC',
  'bulk.finished': 'Bulk change finished',
  'credits.low': 'Balance too low for renewals',
  'credits.budget_reached': 'Budget reached',
  'credits.topped_up': 'Credits added',
  'credits.removed': 'Credits removed',
  'credits.top_up_started': 'Top-up started',
  'credits.top_up_failed': 'Top-up failed',
  'credits.top_up_expired': 'Top-up expired',
  'credits.payment_refunded': 'Payment refunded',
  'credits.payment_disputed': 'Payment disputed',
  'workspace.suspended': 'Workspace suspended',
  'workspace.resumed': 'Workspace resumed',
  'webhook.paused': 'Webhook paused',
  'webhook.resumed': 'Webhook resumed',
  'key.created': 'API token created',
  'key.revoked': 'API token revoked',
  'key.expired': 'API token expired',
  'update_key.created': 'Dynamic DNS key created',
  'update_key.revoked': 'Dynamic DNS key revoked',
  'update_key.expired': 'Dynamic DNS key expired',
};

const groupTitles: Readonly<Record<string, string>> = {
  domain: 'Domains',
  dns: 'DNS',
  dnssec: 'DNS',
  bulk: 'Domains',
  credits: 'Credits',
  key: 'Keys',
  update_key: 'Keys',
  workspace: 'Workspace',
  webhook: 'Workspace',
};

export interface EventGroup {
  readonly title: string;
  readonly types: readonly { readonly type: string; readonly label: string }[];
}

const types = Object.entries(labels).map(([type, label]) => ({ type, label }));

export const eventGroups: readonly EventGroup[] = [...new Set(types.map(groupOf))].map((title) => ({
  title,
  types: types.filter((each) => groupOf(each) === title),
}));

function groupOf({ type }: { readonly type: string }): string {
  return groupTitles[type.split('.')[0] ?? ''] ?? 'Other';
}

export const everyType = '*';

/** "All events", "Records changed", "5 event types". */
export function describeTypes(chosen: readonly string[]): string {
  if (chosen.includes(everyType)) return 'All events';
  const [only] = chosen;
  if (chosen.length === 1 && only !== undefined) return labelOf(only);
  return `${chosen.length} event types`;
}

/** "All events", or each type in the order of the form. */
export function listTypes(chosen: readonly string[]): string {
  if (chosen.includes(everyType)) return 'All events';
  const known = types.filter(({ type }) => chosen.includes(type)).map(({ type }) => type);
  return [...known, ...chosen.filter((type) => !known.includes(type))].map(labelOf).join(', ');
}

/** A type that this page does not know yet is shown as it is. */
export function labelOf(type: string): string {
  if (type === 'webhook.test') return 'Test event';
  return types.find((each) => each.type === type)?.label ?? type;
}
