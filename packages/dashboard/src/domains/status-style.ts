/** Label and colour of each domain status. */
import type { Tone } from '../ui/text/badge.tsx';
import type { ListedDomain } from './domains-query.ts';

/** In the list, a registration that the registry has not confirmed yet has a status of its own. */
export type ListedStatus = ListedDomain['status'];

export const statuses = ['active', 'expiring_soon', 'expired', 'deleted', 'failed'] as const;
/** Shown only where there are some. */
export const rareStatuses: readonly ListedStatus[] = ['provisioning', 'deleted'];
export const listedStatuses = ['provisioning', ...statuses] as const;

export const statusStyle: Readonly<
  Record<ListedStatus, { readonly label: string; readonly tone: Tone }>
> = {
  provisioning: { label: 'Provisioning', tone: 'accent' },
  active: { label: 'Active', tone: 'good' },
  expiring_soon: { label: 'Expiring soon', tone: 'warn' },
  expired: { label: 'Expired', tone: 'bad' },
  deleted: { label: 'Deleted', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
};
