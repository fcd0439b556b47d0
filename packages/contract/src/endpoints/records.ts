/** DNS records, one at a time. */
import { Type } from 'typebox';
import { apiPaths } from '../paths.ts';
import { atLeastOneOf, changedRecord, newRecord, pendingFulfillment, record } from '../schemas.ts';
import { bodyErrors, type EndpointShape } from './shape.ts';

export const recordEndpoints = {
  listRecords: {
    ...apiPaths.listRecords,
    summary: 'List the DNS records of a domain',
    act: 'domains.read',
    idempotent: false,
    hasVersion: true,
    response: Type.Object({ records: Type.Array(record), pendingFulfillment }),
    errors: ['malformed_body', 'domain_not_found'],
  },
  createRecord: {
    ...apiPaths.createRecord,
    summary: 'Create a DNS record',
    act: 'dns.change',
    idempotent: true,
    conditional: true,
    hasVersion: true,
    body: Type.Object(newRecord),
    response: Type.Object({ record, pendingFulfillment }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
      'idempotency_key_reused',
    ],
  },
  updateRecord: {
    ...apiPaths.updateRecord,
    summary: 'Change a DNS record',
    act: 'dns.change',
    idempotent: false,
    conditional: true,
    hasVersion: true,
    body: Type.Object(changedRecord, atLeastOneOf(Object.keys(changedRecord))),
    response: Type.Object({ record }),
    errors: [
      ...bodyErrors,
      'domain_not_found',
      'record_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
      'quota_exceeded',
    ],
  },
  deleteRecord: {
    ...apiPaths.deleteRecord,
    summary: 'Delete a DNS record',
    act: 'dns.change',
    idempotent: false,
    conditional: true,
    response: Type.Object({ success: Type.Literal(true) }),
    errors: [
      'malformed_body',
      'domain_not_found',
      'record_not_found',
      'precondition_failed',
      'domain_failed',
      'domain_releasing',
    ],
  },
} as const satisfies Record<string, EndpointShape>;
