import type { changeEndpoints } from '../endpoints/changes.ts';
import { name, record, registeredAt } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const changeExamples: Examples<typeof changeEndpoints> = {
  changeRecords: {
    params: { domain: name },
    body: {
      creates: [{ type: 'A', name: 'www', value: '192.0.2.1' }],
      deletes: [{ id: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w5' }],
    },
    response: {
      created: [record],
      updated: [],
      deleted: ['rec_01kgb2q4x3h8m6n5p7r9t2v4w5'],
      revision: 17,
      pendingFulfillment: false,
    },
  },
  listRevisions: {
    params: { domain: name },
    response: {
      revisions: [
        {
          revision: 17,
          at: registeredAt,
          actor: { kind: 'api_key', id: 'key_01kgb2q4x3h8m6n5p7r9t2v4w7' },
          via: 'api',
          added: 1,
          changed: 0,
          removed: 1,
        },
      ],
      cursor: 'MTc',
    },
  },
  getRevision: {
    params: { domain: name, revision: '17' },
    response: { revision: 17, at: registeredAt, records: [record] },
  },
  compareRevisions: {
    params: { domain: name },
    response: { changes: [{ kind: 'added', after: record }] },
  },
  listProblems: {
    params: { domain: name },
    response: {
      problems: [
        {
          recordId: 'rec_01kgb2q4x3h8m6n5p7r9t2v4w7',
          name: 'www',
          type: 'CNAME',
          code: 'address_at_name',
          message: 'not published: A or AAAA records at the same name take precedence',
        },
      ],
      cursor: null,
    },
  },
  getPropagation: {
    params: { domain: name },
    response: {
      problems: [],
      serial: 1_801_396_800,
      inSync: true,
      secondaries: [
        {
          name: 'ns1',
          serial: 1_801_396_800,
          confirmedAt: registeredAt,
          inSync: true,
          reachable: true,
        },
      ],
    },
  },
  restoreRevision: {
    params: { domain: name },
    body: { revision: 16 },
    response: {
      created: [],
      updated: [],
      deleted: [record.id],
      revision: 18,
      pendingFulfillment: false,
    },
  },
};
