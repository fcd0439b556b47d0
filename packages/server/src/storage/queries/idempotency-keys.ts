/** Answers kept for a day, so that a repeated request is answered and not repeated. */
import { query } from '../schema.ts';
import { type IdempotencyKey, idempotencyKeys } from '../tables/idempotency-keys.ts';

export const findAnswer = query<{ workspaceId: string; key: string; notBefore: number }>('one')(
  ({ db, p }) =>
    db
      .selectFrom('idempotency_keys')
      .select(idempotencyKeys.select('requestHash', 'response'))
      .where('workspace_id', '=', p.workspaceId)
      .where('key', '=', p.key)
      .where('created_at', '>', p.notBefore),
).decodedBy(idempotencyKeys);

/** Changes no row when the key is taken; an outdated one is overwritten. */
export const reserveKey = query<IdempotencyKey & { notBefore: number }>()(({ db, p }) =>
  db
    .insertInto('idempotency_keys')
    .values(idempotencyKeys.values(p))
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

export const deleteOldAnswers = query<{ notBefore: number }>()(({ db, p }) =>
  db.deleteFrom('idempotency_keys').where('created_at', '<=', p.notBefore),
);
