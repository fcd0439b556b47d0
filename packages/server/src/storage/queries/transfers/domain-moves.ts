/** When a domain last changed its owner, and when it came from another registrar. */
import { query } from '../../schema.ts';
import { domainMoves } from '../../tables/transfers/domain-moves.ts';

export const findMoves = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('domain_moves').select(domainMoves.select()).where('domain_id', '=', p.domainId),
).decodedBy(domainMoves);

export const setOwnerChangedAt = query<{ domainId: string; at: number }>()(({ db, p }) =>
  db
    .insertInto('domain_moves')
    .values(domainMoves.values({ domainId: p.domainId, ownerChangedAt: p.at, transferredAt: null }))
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet((eb) => ({ owner_changed_at: eb.ref('excluded.owner_changed_at') })),
    ),
);
