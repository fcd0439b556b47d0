/** Receipts of top-ups, and the billing details that the next ones have. */
import { Type } from 'typebox';
import { bodyErrors } from '../endpoints.ts';
import { dashboardPaths } from './paths.ts';
import { credits, type DashboardEndpoint, label, nullable, text, time } from './schemas.ts';

const billingLimits = {
  addressLinesMax: 6,
  lineLengthMax: 100,
  taxNumberLengthMax: 50,
} as const;

const billingBody = Type.Object({
  name: label,
  address: Type.Array(Type.String({ format: 'name', maxLength: billingLimits.lineLengthMax }), {
    maxItems: billingLimits.addressLinesMax,
    description: 'The lines of the postal address.',
  }),
  taxNumber: nullable(
    Type.String({
      format: 'name',
      maxLength: billingLimits.taxNumberLengthMax,
      description: 'Such as a VAT ID; null for none.',
    }),
  ),
});

/** One side of a receipt. */
const billingParty = Type.Object({
  name: text,
  address: Type.Array(text),
  taxNumber: nullable(text),
});

const receiptLine = {
  number: Type.Integer({ description: 'Counts all receipts of the service, without gaps.' }),
  label: Type.String({ examples: ['R-000042'] }),
  credits,
  paidAt: time,
  /** A payment of the sandbox: no money was paid. */
  isTest: Type.Boolean(),
};

export const receiptEndpoints = {
  setBilling: {
    ...dashboardPaths.setBilling,
    summary: 'Change what the next receipts say; those that were issued stay as they are',
    access: 'workspace',
    act: 'credits.pay',
    idempotent: false,
    body: billingBody,
    response: Type.Object({ billing: billingParty }),
    errors: [...bodyErrors],
  },
  listReceipts: {
    ...dashboardPaths.listReceipts,
    summary: 'The receipts of paid top-ups, newest first, in pages, and the billing details',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      before: Type.Optional(Type.String({ pattern: '^[1-9][0-9]{0,14}$' })),
    }),
    response: Type.Object({
      receipts: Type.Array(Type.Object(receiptLine)),
      /** To be sent as `before` for the next page; null on the last. */
      next: nullable(text),
      /** What the next receipts say about the workspace. */
      billing: billingParty,
    }),
    errors: ['invalid_request'],
  },
  getReceipt: {
    ...dashboardPaths.getReceipt,
    summary: 'A receipt as it was issued',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({
      receipt: Type.Object({
        ...receiptLine,
        issuedAt: time,
        currency: Type.String({ examples: ['USD'] }),
        topUpId: text,
        /** The payment at the payment provider; null for a test payment. */
        paymentRef: nullable(text),
        seller: billingParty,
        buyer: billingParty,
      }),
    }),
    errors: ['receipt_not_found'],
  },
  downloadReceipt: {
    ...dashboardPaths.downloadReceipt,
    summary: 'A receipt as it was issued, as PDF',
    access: 'workspace',
    act: 'workspace.read',
    idempotent: false,
    response: text,
    mediaType: 'application/pdf',
    errors: ['receipt_not_found'],
  },
} as const satisfies Record<string, DashboardEndpoint>;
