/** Who made a change and how, in words. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';

export type HistoryPage = DashboardOutput<'listHistory'>;
export type Revision = HistoryPage['revisions'][number];

const edges: Readonly<Record<Revision['via'], string>> = {
  api: 'through the API',
  dashboard: 'in the dashboard',
  dns_update: 'by DNS UPDATE',
  zone_file: 'by importing a zone file',
  restore: 'by restoring an earlier version',
  powerdns: 'through the PowerDNS-compatible API',
  command: 'with an operator command',
  system: 'automatically',
};

/** "through the API". An edge that this page does not know yet is shown as it is named. */
export function describeEdge(via: Revision['via']): string {
  return edges[via] ?? via;
}
