/**
 * Limits that keep one customer from slowing the others down. Each is a setting with a row in
 * docs/limits.md; `config.ts` reads them.
 */
import type { SettingName } from '../settings.ts';

export const limitSettings = {
  recordsPerZone: 'HOSTMASTER_RECORDS_PER_ZONE',
  recordsPerName: 'HOSTMASTER_RECORDS_PER_NAME',
  importLines: 'HOSTMASTER_IMPORT_LINES',
  importChanges: 'HOSTMASTER_IMPORT_CHANGES',
  updateEntries: 'HOSTMASTER_UPDATE_ENTRIES',
  apiKeys: 'HOSTMASTER_API_KEYS',
  updateKeys: 'HOSTMASTER_UPDATE_KEYS',
  members: 'HOSTMASTER_MEMBERS',
  contacts: 'HOSTMASTER_CONTACTS',
  workspaces: 'HOSTMASTER_WORKSPACES',
  openTopUps: 'HOSTMASTER_OPEN_TOP_UPS',
  dnsConnections: 'HOSTMASTER_DNS_CONNECTIONS',
  dnsConnectionsPerNetwork: 'HOSTMASTER_DNS_CONNECTIONS_PER_NETWORK',
} as const satisfies Record<string, SettingName>;

export type Limits = { readonly [Name in keyof typeof limitSettings]: number };
