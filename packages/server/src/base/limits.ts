/**
 * Limits that keep one customer from slowing the others down. Each is a setting with a row in
 * docs/limits.md, which says what it limits and how the service answers beyond it.
 */
export interface Limits {
  readonly recordsPerZone: number;
  readonly recordsPerName: number;
  readonly charactersPerSet: number;
  readonly importLines: number;
  readonly importChanges: number;
  readonly updateEntries: number;
  readonly apiKeys: number;
  readonly updateKeys: number;
  readonly members: number;
  readonly contacts: number;
  readonly workspaces: number;
  readonly openTransfers: number;
  readonly openTopUps: number;
  readonly waitingRequests: number;
  readonly webhooks: number;
  readonly dnsConnections: number;
  readonly dnsConnectionsPerNetwork: number;
}
