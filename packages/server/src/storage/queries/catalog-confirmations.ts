/** How many zones an operator lets leave the catalog on a day. */
import { query } from '../schema.ts';
import { type CatalogConfirmation, catalogConfirmations } from '../tables/catalog-confirmations.ts';

export const confirmRemovals = query<CatalogConfirmation>()(({ db, p }) =>
  db
    .insertInto('catalog_confirmations')
    .values(catalogConfirmations.values(p))
    .onConflict((conflict) =>
      conflict.column('day').doUpdateSet((eb) => ({ allowed: eb.ref('excluded.allowed') })),
    ),
);
