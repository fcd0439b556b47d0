import type { bulkEndpoints } from '../endpoints/bulk.ts';
import { bulk, bulkId, name, registeredAt } from '../example-objects.ts';
import type { Examples } from './shape.ts';

export const bulkExamples: Examples<typeof bulkEndpoints> = {
  createBulk: {
    params: {},
    body: { kind: 'renew', domains: [name, 'example.net'], years: 1 },
    response: {
      bulk: {
        ...bulk,
        state: 'planning',
        domains: 2,
        counts: { planning: 2, ready: 0, done: 0, failed: 0, cancelled: 0 },
        credits: { planned: 0, charged: 0 },
      },
    },
  },
  listBulks: { params: {}, response: { bulks: [bulk], cursor: null } },
  getBulk: {
    params: { bulkId },
    response: {
      bulk,
      items: [
        { domain: name, state: 'ready', credits: 12, error: null },
        {
          domain: 'example.net',
          state: 'failed',
          credits: 0,
          error: { code: 'domain_not_found', message: 'No such domain in this workspace.' },
        },
      ],
      cursor: null,
    },
  },
  startBulk: {
    params: { bulkId },
    body: { maxCredits: 2_388 },
    response: { bulk: { ...bulk, state: 'running', startedAt: registeredAt } },
  },
  cancelBulk: {
    params: { bulkId },
    response: {
      bulk: {
        ...bulk,
        state: 'cancelled',
        counts: { planning: 0, ready: 0, done: 0, failed: 1, cancelled: 199 },
        credits: { planned: 0, charged: 0 },
        endedAt: registeredAt,
      },
    },
  },
  retryBulk: {
    params: { bulkId },
    response: {
      bulk: {
        ...bulk,
        state: 'planning',
        counts: { planning: 1, ready: 0, done: 199, failed: 0, cancelled: 0 },
        credits: { planned: 0, charged: 2_388 },
        startedAt: registeredAt,
      },
    },
  },
};
