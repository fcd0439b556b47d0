/** Receipts of top-ups, and the billing details that the next ones have. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import {
  credits,
  limits,
  nextCursor,
  nullable,
  pageCursor,
  pageLimit,
  timestamp,
} from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

const billingLimits = {
  nameLengthMax: 100,
  addressLinesMax: 6,
  lineLengthMax: 100,
  taxNumberLengthMax: 50,
} as const;

const billingDetails = Type.Object(
  {
    name: Type.String(),
    address: Type.Array(Type.String(), { description: 'The lines of the postal address.' }),
    taxNumber: nullable(Type.String({ description: 'Such as a VAT ID; null for none.' })),
  },
  { title: 'BillingDetails', description: 'One side of a receipt.' },
);

const line = {
  number: Type.Integer({ description: 'Counts all receipts of the service, without gaps.' }),
  label: Type.String({ description: 'The number as people read it.', examples: ['R-000042'] }),
  credits: credits('What was added to the balance.'),
  paidAt: timestamp('When it was paid.'),
  isTest: Type.Boolean({ description: 'A payment of the sandbox: no money was paid.' }),
};

const receipt = Type.Object(
  {
    ...line,
    issuedAt: timestamp('When the receipt was issued.'),
    currency: Type.String({ examples: ['USD'] }),
    topUpId: Type.String(),
    paymentRef: nullable(
      Type.String({
        description: 'The payment at the payment provider; null for a test payment.',
      }),
    ),
    seller: billingDetails,
    buyer: billingDetails,
  },
  { title: 'Receipt' },
);

export const receiptEndpoints = {
  listReceipts: {
    ...apiPaths.listReceipts,
    summary: 'List the receipts of paid top-ups, newest first',
    act: 'workspace.read',
    idempotent: false,
    query: Type.Object({
      limit: pageLimit('Receipts', {
        max: limits.receiptsPageMax,
        usual: limits.receiptsPageDefault,
      }),
      cursor: pageCursor,
    }),
    response: Type.Object({
      receipts: Type.Array(Type.Object(line, { title: 'ReceiptSummary' })),
      cursor: nextCursor,
    }),
    errors: ['invalid_request'],
  },
  getReceipt: {
    ...apiPaths.getReceipt,
    summary: 'Read a receipt as it was issued',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({ receipt }),
    errors: ['invalid_request', 'malformed_body', 'receipt_not_found'],
  },
  downloadReceipt: {
    ...apiPaths.downloadReceipt,
    summary: 'Download a receipt as a PDF file, the same one each time',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' }),
    mediaType: 'application/pdf',
    errors: ['invalid_request', 'malformed_body', 'receipt_not_found'],
  },
  getBilling: {
    ...apiPaths.getBilling,
    summary: 'Read what the next receipts say about the workspace',
    act: 'workspace.read',
    idempotent: false,
    response: Type.Object({ billing: billingDetails }),
    errors: ['invalid_request'],
  },
  setBilling: {
    ...apiPaths.setBilling,
    summary: 'Change what the next receipts say; receipts that were issued stay as they are',
    act: 'credits.pay',
    idempotent: false,
    body: Type.Object({
      name: Type.String({ format: 'name', maxLength: billingLimits.nameLengthMax }),
      address: Type.Array(Type.String({ format: 'name', maxLength: billingLimits.lineLengthMax }), {
        maxItems: billingLimits.addressLinesMax,
        description: 'The lines of the postal address.',
      }),
      taxNumber: Type.Unsafe<string | null>({
        type: ['string', 'null'],
        format: 'name',
        maxLength: billingLimits.taxNumberLengthMax,
        description: 'Such as a VAT ID; null for none.',
      }),
    }),
    response: Type.Object({ billing: billingDetails }),
    errors: [...bodyErrors],
  },
} as const satisfies Record<string, EndpointShape>;
