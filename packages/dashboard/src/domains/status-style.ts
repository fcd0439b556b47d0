/** Label and colour of each domain status. */
import type { Output } from '@hostmaster/contract';
import type { Tone } from '../ui/badge.tsx';

export type DomainStatus = Output<'listDomains'>['domains'][number]['status'];

export const statuses = ['active', 'expiring_soon', 'expired', 'failed'] as const;

export const statusStyle: Readonly<
  Record<DomainStatus, { readonly label: string; readonly tone: Tone }>
> = {
  active: { label: 'Active', tone: 'good' },
  expiring_soon: { label: 'Expiring soon', tone: 'warn' },
  expired: { label: 'Expired', tone: 'bad' },
  failed: { label: 'Failed', tone: 'bad' },
};
