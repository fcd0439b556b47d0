/** Transfers from another registrar to this service. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import type { FormatName } from '../schema-formats.ts';
import {
  contact,
  domainName,
  limits,
  maxCredits,
  nextCursor,
  nullable,
  pageBefore,
  pageCursor,
  pageLimit,
  timestamp,
  withDefault,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

export const authCode = Type.String({
  format: 'line' satisfies FormatName,
  maxLength: 255,
  description: 'The auth code (EPP code, transfer key) that the current registrar gives out.',
});

const transfer = Type.Object(
  {
    id: Type.String(),
    domain: Type.String({ description: 'Fully-qualified domain name, in A-labels.' }),
    status: Type.Enum(
      [
        'pending',
        'waiting_for_losing_registrar',
        'action_required',
        'succeeded',
        'failed',
        'cancelled',
      ],
      {
        type: 'string',
        title: 'TransferStatus',
        description:
          'The last three are final. With `failed` and `cancelled` the credits were returned.',
      },
    ),
    reason: nullable(Type.String({ description: 'Why the transfer has this status.' })),
    action: nullable(
      Type.String({ description: 'What to do, with `action_required`; null otherwise.' }),
    ),
    creditsCharged: Type.Number({ description: 'Credits debited; 0 once they were returned.' }),
    createdAt: timestamp('When the transfer was ordered.'),
    updatedAt: timestamp('When its status last changed.'),
  },
  { title: 'Transfer' },
);

const one = Type.Object({ transfer });

export const incomingTransferEndpoints = {
  createTransfer: {
    ...apiPaths.createTransfer,
    summary: 'Transfer a domain from another registrar',
    act: 'domains.buy',
    idempotent: true,
    body: Type.Object({
      domain: domainName,
      authCode,
      contact,
      autoRenew: Type.Optional(withDefault(Type.Boolean(), false)),
      privacyEnabled: Type.Optional(withDefault(Type.Boolean(), false)),
      maxCredits: Type.Optional(maxCredits),
    }),
    response: one,
    errors: [
      ...bodyErrors,
      'unsupported_tld',
      'insufficient_credits',
      'not_transferable',
      'quota_exceeded',
      'price_changed',
      'spending_cap',
      'idempotency_key_reused',
      'too_many_questions',
      'registry_unavailable',
    ],
  },
  listTransfers: {
    ...apiPaths.listTransfers,
    summary: 'List transfers from other registrars, newest first',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Transfers', {
        max: limits.transfersPageMax,
        usual: limits.transfersPageDefault,
      }),
      cursor: pageCursor,
      before: pageBefore('transfer', 'tin_01kgb2q4x3h8m6n5p7r9t2v4w5'),
    }),
    response: Type.Object({ transfers: Type.Array(transfer), cursor: nextCursor }),
    errors: ['invalid_request', 'malformed_body'],
  },
  getTransfer: {
    ...apiPaths.getTransfer,
    summary: 'Read a transfer from another registrar',
    act: 'workspace.read',
    idempotent: false,
    response: one,
    errors: ['invalid_request', 'malformed_body', 'transfer_not_found'],
  },
  updateTransfer: {
    ...apiPaths.updateTransfer,
    summary: 'Request a transfer again, with the right auth code',
    act: 'domains.buy',
    idempotent: false,
    body: Type.Object({ authCode }),
    response: one,
    errors: [...bodyErrors, 'transfer_not_found', 'transfer_ended', 'transfer_under_way'],
  },
  cancelTransfer: {
    ...apiPaths.cancelTransfer,
    summary: 'Cancel a transfer from another registrar',
    act: 'domains.buy',
    idempotent: false,
    response: one,
    errors: ['invalid_request', 'malformed_body', 'transfer_not_found', 'transfer_ended'],
  },
} as const satisfies Record<string, EndpointShape>;
