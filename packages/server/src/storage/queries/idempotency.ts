/** Answers kept for a day, so that a repeated request is answered and not repeated. */
import { type IdempotencyRow, query } from '../schema.ts';

export const findAnswer = query<{ workspaceId: string; key: string; notBefore: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('idempotency_keys')
      .select(['request_hash', 'response'])
      .where('workspace_id', '=', p.workspaceId)
      .where('key', '=', p.key)
      .where('created_at', '>', p.notBefore),
);

/** Touches no row when the key is taken; an outdated one is overwritten. */
export const reserveKey = query<IdempotencyRow & { notBefore: number }>()(({ db, p }) =>
  db
    .insertInto('idempotency_keys')
    .values({
      workspace_id: p.workspace_id,
      key: p.key,
      request_hash: p.request_hash,
      response: p.response,
      created_at: p.created_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['workspace_id', 'key'])
        .doUpdateSet((eb) => ({
          request_hash: eb.ref('excluded.request_hash'),
          response: eb.ref('excluded.response'),
          created_at: eb.ref('excluded.created_at'),
        }))
        .where('idempotency_keys.created_at', '<=', p.notBefore),
    ),
);

export const storeAnswer = query<{ workspaceId: string; key: string; response: string }>()(
  ({ db, p }) =>
    db
      .updateTable('idempotency_keys')
      .set({ response: p.response })
      .where('workspace_id', '=', p.workspaceId)
      .where('key', '=', p.key),
);

export const deleteOldAnswers = query<{ notBefore: number }>()(({ db, p }) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<=', p.notBefore),
);
