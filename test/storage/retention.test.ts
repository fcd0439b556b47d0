/** Old activity, mails and sends are deleted; what is young, open or still needed stays. */
import { dayMs, yearMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { planOf } from '@hostmaster/test-rig/query-plan';
import { configFor } from '@hostmaster/test-rig/service-config';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { firstIdAt, type IdPrefix } from '../../packages/server/src/base/ids.ts';
import { persistRows } from '../../packages/server/src/changes/persist-rows.ts';
import { openStores, type Stores } from '../../packages/server/src/composition/open-stores.ts';
import { deleteOldRows } from '../../packages/server/src/jobs/delete-old-rows.ts';
import { emptyTally } from '../../packages/server/src/operations/bulk/own-bulk.ts';
import {
  listOldActivity,
  listOldBulkAuthCodes,
  listOldBulkItems,
  listOldBulks,
  listOldDeliveries,
  listOldMails,
  listOldSends,
} from '../../packages/server/src/storage/queries/retention.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { bulkAuthCodes } from '../../packages/server/src/storage/tables/bulk/bulk-auth-codes.ts';
import { bulkItems } from '../../packages/server/src/storage/tables/bulk/bulk-items.ts';
import {
  type BulkOperation,
  bulkOperations,
} from '../../packages/server/src/storage/tables/bulk/bulk-operations.ts';
import { activity } from '../../packages/server/src/storage/tables/events/activity.ts';
import { mails } from '../../packages/server/src/storage/tables/mail/mails.ts';
import { sends } from '../../packages/server/src/storage/tables/registry/sends.ts';
import { createIdleWorkspace } from '../lifecycle/portfolio.ts';

const now = Date.UTC(2031, 5, 10, 12);
const retention = {
  activityMs: 2 * yearMs,
  mailsMs: yearMs,
  sendsMs: 2 * yearMs,
  eventsMs: 90 * dayMs,
};

const listIds = query<object>()(({ db }) =>
  db
    .selectFrom('activity')
    .select('id')
    .unionAll(db.selectFrom('mails').select('id'))
    .unionAll(db.selectFrom('sends').select('id'))
    .unionAll(db.selectFrom('bulk_operations').select('id'))
    .unionAll(db.selectFrom('bulk_items').select('id'))
    .unionAll(db.selectFrom('bulk_auth_codes').select('id'))
    .orderBy('id'),
);

describeOnBothEngines('retention', (engine) => {
  let stores: Stores;
  let workspaceId: string;

  beforeAll(async () => {
    stores = await openStores(configFor(await engine.place()));
    const { database } = stores;
    workspaceId = await createIdleWorkspace(database, { count: 1, at: now });
  });
  afterAll(() => stores.close());

  const idOf = (prefix: IdPrefix, ageMs: number, name: string) =>
    `${firstIdAt(prefix, now - ageMs)}${name}-row`;

  async function write(): Promise<void> {
    const { database } = stores;
    for (const ageMs of [2 * yearMs + dayMs, 2 * yearMs - dayMs]) {
      await persistRows(
        database,
        insert(activity, {
          id: idOf('act', ageMs, 'act'),
          workspaceId,
          at: 0,
          actorKind: 'system',
          actorId: 'x',
          action: 'workspace.create',
          subject: 'x',
          details: {},
          origin: null,
        }),
      );
    }
    for (const [state, ageMs] of [
      ['sent', yearMs + dayMs],
      ['failed', yearMs + dayMs],
      ['waiting', yearMs + dayMs],
      ['sent', yearMs - dayMs],
    ] as const) {
      const id = idOf('eml', ageMs, state);
      const text = { subject: 's', textBody: '', htmlBody: '', recipient: 'a@b.example' };
      const mail = { id, workspaceId, kind: 'k', onceKey: id, createdAt: 0, problem: null };
      const alone = {
        admitted: false,
        heldIn: null,
        cause: null,
        summary: null,
        gathered: false,
        combinedIn: null,
      };
      await persistRows(database, insert(mails, { ...mail, ...text, ...alone, state }));
    }
    const actor = { creatorKind: 'system', creatorId: 'x', runnerKind: 'system', runnerId: 'x' };
    for (const [state, ageMs] of [
      ['finished', 91 * dayMs],
      ['running', 91 * dayMs],
      ['finished', 89 * dayMs],
    ] as const) {
      const id = idOf('blk', ageMs, state);
      const operation = {
        id,
        workspaceId,
        kind: 'renew',
        parameters: {},
        state,
        round: 1,
        size: 1,
      };
      const times = { createdAt: 0, startedAt: 0, endedAt: null, tally: emptyTally };
      await persistRows(
        database,
        insert(bulkOperations, { ...operation, ...actor, ...times } as BulkOperation),
      );
      await persistRows(
        database,
        insert(bulkItems, {
          id: idOf('bli', ageMs, state),
          bulkId: id,
          position: 0,
          domain: 'example.com',
          state: 'done',
          round: 1,
          priceCents: 0,
          code: null,
          message: null,
          operationId: null,
        }),
      );
    }
    for (const ageMs of [15 * dayMs, 13 * dayMs]) {
      await persistRows(
        database,
        insert(bulkAuthCodes, {
          id: idOf('blc', ageMs, 'codes'),
          workspaceId,
          bulkId: idOf('blk', 89 * dayMs, 'finished'),
          part: ageMs / dayMs,
          codes: 'sealed',
        }),
      );
    }
    // The operation is deleted with them.
    await persistRows(
      database,
      insert(bulkAuthCodes, {
        id: idOf('blc', dayMs, 'late'),
        workspaceId,
        bulkId: idOf('blk', 91 * dayMs, 'finished'),
        part: 0,
        codes: 'sealed',
      }),
    );
    for (const [name, command, outcome] of [
      ['done', 'update', 'done'],
      ['unknown', 'update', null],
      ['pending', 'create', 'pending'],
      ['extend', 'extend', 'done'],
    ] as const) {
      await persistRows(
        database,
        insert(sends, {
          id: idOf('snd', 3 * yearMs, name),
          domainId: 'dom_w-0',
          termId: null,
          command,
          expected: null,
          sentAt: 0,
          outcome,
          years: null,
          answer: null,
        }),
      );
    }
  }

  it('deletes what is older than its setting, and nothing else', async () => {
    await write();
    const clock = { now: () => now };
    // With the entry about the workspace itself, which is as old as today's clock says.
    expect(await deleteOldRows({ ...stores, clock }, retention)).toBe(8);
    const left = await stores.database.all(listIds, {});
    expect(left.map(({ id }) => id)).toEqual(
      [
        idOf('act', 2 * yearMs - dayMs, 'act'),
        idOf('blc', 13 * dayMs, 'codes'),
        idOf('bli', 91 * dayMs, 'running'),
        idOf('bli', 89 * dayMs, 'finished'),
        idOf('blk', 91 * dayMs, 'running'),
        idOf('blk', 89 * dayMs, 'finished'),
        idOf('eml', yearMs + dayMs, 'waiting'),
        idOf('eml', yearMs - dayMs, 'sent'),
        idOf('snd', 3 * yearMs, 'extend'),
        idOf('snd', 3 * yearMs, 'pending'),
        idOf('snd', 3 * yearMs, 'unknown'),
      ].sort(),
    );
    expect(await deleteOldRows({ ...stores, clock }, retention)).toBe(0);
  });

  it.each(
    Object.entries({
      listOldActivity,
      listOldMails,
      listOldSends,
      listOldDeliveries,
      listOldBulkAuthCodes,
      listOldBulkItems,
      listOldBulks,
    }),
  )('%s reads a range of the primary key, not the table', async (_, statement) => {
    const params = { before: firstIdAt('act', 1), limit: 500 };
    const plan = await planOf(stores.database, statement, params);
    expect(plan).toMatch(/id<|id < /);
    expect(plan).not.toMatch(
      /SCAN (?:activity|mails|sends|bulk_auth_codes|bulk_items|bulk_operations)\b/,
    );
  });
});
