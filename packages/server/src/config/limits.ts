/** The limits of one customer, each a setting of its own. */
import type { Limits } from '../base/limits.ts';
import { integer } from '../base/setting-values.ts';
import type { SettingName } from '../settings.ts';

const limitSettings: Readonly<Record<keyof Limits, SettingName>> = {
  recordsPerZone: 'HOSTMASTER_RECORDS_PER_ZONE',
  recordsPerName: 'HOSTMASTER_RECORDS_PER_NAME',
  charactersPerSet: 'HOSTMASTER_CHARACTERS_PER_SET',
  importLines: 'HOSTMASTER_IMPORT_LINES',
  importChanges: 'HOSTMASTER_IMPORT_CHANGES',
  updateEntries: 'HOSTMASTER_UPDATE_ENTRIES',
  apiKeys: 'HOSTMASTER_API_KEYS',
  updateKeys: 'HOSTMASTER_UPDATE_KEYS',
  members: 'HOSTMASTER_MEMBERS',
  contacts: 'HOSTMASTER_CONTACTS',
  workspaces: 'HOSTMASTER_WORKSPACES',
  openTransfers: 'HOSTMASTER_OPEN_TRANSFERS',
  openTopUps: 'HOSTMASTER_OPEN_TOP_UPS',
  waitingRequests: 'HOSTMASTER_WAITING_REQUESTS',
  webhooks: 'HOSTMASTER_WEBHOOKS',
  dnsConnections: 'HOSTMASTER_DNS_CONNECTIONS',
  dnsConnectionsPerNetwork: 'HOSTMASTER_DNS_CONNECTIONS_PER_NETWORK',
};

export function limits(text: (name: SettingName) => string): Limits {
  const entries = Object.entries(limitSettings).map(([limit, name]) => [
    limit,
    integer(name, text(name), { min: 1, max: 100_000_000 }),
  ]);
  return Object.freeze(Object.fromEntries(entries) as Record<keyof Limits, number>);
}
