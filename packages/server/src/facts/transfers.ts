/** Domain transfers, to this service and away from it. */
import type { TransferOut } from '../storage/tables/transfers/transfers-out.ts';
import { type AboutDomain, type FactForms, rowAbout, withRow } from './fact-form.ts';
import { credits, word } from './wording.ts';

type OfTransfer<K extends string, D = unknown> = AboutDomain<K, { transferId: string } & D>;

export type TransferFact =
  | OfTransfer<'domain.transfer_started', { credits: number }>
  | OfTransfer<'domain.transfer_waiting', { until?: string }>
  | OfTransfer<'domain.transfer_action_required', { reason: string; action: string }>
  | OfTransfer<'domain.transfer_retry' | 'domain.transfer_cancel' | 'domain.transfer_cancelled'>
  | OfTransfer<'domain.transfer_failed', { reason: string }>
  | OfTransfer<'domain.transfer_succeeded', { expiresAt: string }>
  | AboutDomain<'domain.transfer_out_requested', { actsAt: string }>
  | AboutDomain<'domain.transfer_out_answered', { decision: NonNullable<TransferOut['decision']> }>
  | AboutDomain<
      'domain.transfer_out_denied' | 'domain.transfer_out_cancelled' | 'domain.transferred_away'
    >;

export const transferForms: FactForms<TransferFact> = withRow(rowAbout('domain'), {
  'domain.transfer_started': {
    text: (name, d) => `ordered the transfer of ${name} (${credits(d.credits)})`,
    event: ({ domain, transferId }) => ({
      type: 'domain.transfer_started',
      domain,
      data: { transferId },
    }),
  },
  'domain.transfer_waiting': {
    text: (name) => `requested the transfer of ${name} from its current registrar`,
    event: ({ domain, transferId, until }) => ({
      type: 'domain.transfer_waiting',
      domain,
      data: { transferId, ...(until === undefined ? {} : { until }) },
    }),
  },
  'domain.transfer_action_required': {
    text: (name, d) => `couldn't transfer ${name} yet: ${word(d.reason)}`,
    event: ({ domain, transferId, reason, action }) => ({
      type: 'domain.transfer_action_required',
      domain,
      data: { transferId, reason, action },
    }),
  },
  'domain.transfer_retry': {
    text: (name) => `sent a new auth code for the transfer of ${name}`,
    event: ({ domain, transferId }) => ({
      type: 'domain.transfer_resumed',
      domain,
      data: { transferId },
    }),
  },
  'domain.transfer_cancel': {
    text: (name) => `asked to cancel the transfer of ${name}`,
    event: 'ordered',
  },
  'domain.transfer_cancelled': {
    text: (name) => `cancelled the transfer of ${name}`,
    event: ({ domain, transferId }) => ({
      type: 'domain.transfer_cancelled',
      domain,
      data: { transferId },
    }),
  },
  'domain.transfer_failed': {
    text: (name, d) => `couldn't transfer ${name}: ${word(d.reason)}`,
    event: ({ domain, transferId, reason }) => ({
      type: 'domain.transfer_failed',
      domain,
      data: { transferId, reason },
    }),
  },
  'domain.transfer_succeeded': {
    text: (name) => `transferred ${name} from another registrar`,
    event: ({ domain, transferId, expiresAt }) => ({
      type: 'domain.transfer_succeeded',
      domain,
      data: { transferId, expiresAt },
    }),
  },
  'domain.transfer_out_requested': {
    text: (name) => `received a request from another registrar to transfer ${name}`,
    event: ({ domain, actsAt }) => ({
      type: 'domain.transfer_out_requested',
      domain,
      data: { actsAt },
    }),
  },
  'domain.transfer_out_answered': {
    text: (name, d) =>
      `${d.decision === 'approve' ? 'approved' : 'denied'} the transfer of ${name} to another registrar`,
    event: 'ordered',
  },
  'domain.transfer_out_denied': {
    text: (name) => `ended the transfer of ${name} to another registrar: it was denied`,
    event: ({ domain }) => ({ type: 'domain.transfer_out_denied', domain, data: {} }),
  },
  'domain.transfer_out_cancelled': {
    text: (name) => `ended the transfer of ${name} to another registrar: it was cancelled`,
    event: ({ domain }) => ({ type: 'domain.transfer_out_cancelled', domain, data: {} }),
  },
  'domain.transferred_away': {
    text: (name) => `transferred ${name} to another registrar`,
    event: ({ domain }) => ({ type: 'domain.transferred_away', domain, data: {} }),
  },
});
