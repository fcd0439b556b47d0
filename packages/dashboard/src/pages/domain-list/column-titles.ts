/** The columns beside the name, in their order, and the words of the problem column. */
import type { ListedDomain } from '../../domains/domains-query.ts';

export const columnTitles = {
  status: 'Status',
  expires: 'Expires',
  renewal: 'Auto-renew',
  created: 'Registered',
  suffix: 'Suffix',
  tags: 'Tags',
  nameservers: 'Nameservers',
  dnssec: 'DNSSEC',
  problem: 'Problem',
} as const;

export type ColumnName = keyof typeof columnTitles;

export const problemTitles: Readonly<Record<NonNullable<ListedDomain['problem']>, string>> = {
  on_hold: 'On hold',
  renewal_failed: 'Renewal failed',
  dnssec: 'DNSSEC',
};
