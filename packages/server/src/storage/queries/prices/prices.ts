/** Prices per suffix: the general price, and overrides per workspace. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { prices, type StoredPrice } from '../../tables/prices/prices.ts';

/** The workspace's own price of a suffix comes after the general one. */
export const findPrices = query<{ workspaceId: string; suffixes: readonly string[] }>({
  forEach: 'suffixes',
  max: 1_000,
  rows: 2,
})(({ db, p, dialect }) =>
  db
    .selectFrom('prices')
    .select(prices.select())
    .where('workspace_id', 'in', ['', p.workspaceId])
    .where(dialect.inList(sql.ref('tld'), p.suffixes))
    .orderBy('workspace_id'),
).decodedBy(prices);

/**
 * The suffixes at or inside a name: others can be sold directly below them. A suffix that a name was
 * sold under keeps its row: prices are only removed before anything is sold (composition/starting-offer.ts).
 */
export const suffixesWithin = query<{ name: string; limit: number }>({ page: 101 })(({ db, p }) =>
  db
    .selectFrom('prices')
    .select('tld')
    .where(sql<boolean>`(tld = ${p.name} or tld like '%.' || cast(${p.name} as text))`)
    .groupBy('tld')
    .limit(p.limit),
);

export const listPrices = query<{
  workspaceId: string;
  /** The suffix and the workspace of the last price of the page before. */
  lastTld: string;
  lastWorkspaceId: string;
  limit: number;
}>({ page: 2_000 })(({ db, p }) =>
  db
    .selectFrom('prices')
    .select(prices.select())
    .where('workspace_id', 'in', ['', p.workspaceId])
    .where(sql<boolean>`(tld, workspace_id) > (${p.lastTld}, ${p.lastWorkspaceId})`)
    .orderBy('tld')
    .orderBy('workspace_id')
    .limit(p.limit),
)
  .decodedBy(prices)
  .by({ lastTld: '', lastWorkspaceId: '' }, ({ tld, workspaceId }) => ({
    lastTld: tld,
    lastWorkspaceId: workspaceId,
  }));

/** The prices of restores and transfers stay as they are. */
export const upsertPrice = query<
  Omit<StoredPrice, 'restoreCredits' | 'transferCredits' | 'isInitial'>
>()(({ db, p }) =>
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
        isInitial: false,
      }),
    )
    .onConflict((conflict) =>
      conflict.columns(['workspace_id', 'tld']).doUpdateSet((eb) => ({
        register_credits: eb.ref('excluded.register_credits'),
        renew_credits: eb.ref('excluded.renew_credits'),
        is_initial: eb.ref('excluded.is_initial'),
      })),
    ),
);

/** One row for prices that the service came with, one for those that the operator has set. */
export const readPriceOrigins = query<object>({ atMost: 2, because: 'a flag has two values' })(
  ({ db }) => db.selectFrom('prices').select(prices.select('isInitial')).distinct(),
).decodedBy(prices);
