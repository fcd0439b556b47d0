/** How many removals from the catalog an operator allows on a day. */
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
