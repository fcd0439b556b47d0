/** Prices per suffix: the general price, and overrides per workspace. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { prices, type StoredPrice } from '../../tables/prices/prices.ts';

/** The workspace's own price of a suffix comes after the general one. */
export const findPrices = query<{ workspaceId: string; suffixes: readonly string[] }>()(
  ({ db, p, dialect }) =>
    db
      .selectFrom('prices')
      .select(prices.select())
      .where('workspace_id', 'in', ['', p.workspaceId])
      .where(dialect.inList(sql.ref('tld'), p.suffixes))
      .orderBy('workspace_id'),
);

export const listPrices = query<{ workspaceId: string }>()(({ db, p }) =>
  db
    .selectFrom('prices')
    .select(prices.select())
    .where('workspace_id', 'in', ['', p.workspaceId])
    .orderBy('tld')
    .orderBy('workspace_id'),
);

/** The prices of restores and transfers stay as they are. */
export const upsertPrice = query<Omit<StoredPrice, 'restoreCredits' | 'transferCredits'>>()(
  ({ db, p }) =>
    db
      .insertInto('prices')
      .values(
        prices.values({
          workspaceId: p.workspaceId,
          tld: p.tld,
          registerCredits: p.registerCredits,
          renewCredits: p.renewCredits,
          restoreCredits: null,
          transferCredits: null,
        }),
      )
      .onConflict((conflict) =>
        conflict.columns(['workspace_id', 'tld']).doUpdateSet((eb) => ({
          register_credits: eb.ref('excluded.register_credits'),
          renew_credits: eb.ref('excluded.renew_credits'),
        })),
      ),
);
