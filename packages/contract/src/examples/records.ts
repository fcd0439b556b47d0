import type { recordEndpoints } from '../endpoints/records.ts';
import { name, record } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const recordExamples: Examples<typeof recordEndpoints> = {
  listRecords: {
    params: { domain: name },
    response: { records: [record], pendingFulfillment: false },
  },
  createRecord: {
    params: { domain: name },
    body: { type: 'A', name: 'www', ttl: 3_600, value: '192.0.2.1' },
    response: { record, pendingFulfillment: false },
  },
  updateRecord: {
    params: { domain: name, recordId: record.id },
    body: { value: '192.0.2.2' },
    response: { record: { ...record, value: '192.0.2.2' } },
  },
  deleteRecord: {
    params: { domain: name, recordId: record.id },
    response: { success: true },
  },
};
