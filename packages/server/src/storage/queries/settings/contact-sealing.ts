/** Whether registrant contacts are encrypted at rest, and whether an earlier version runs. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { contactSealing } from '../../tables/settings/contact-sealing.ts';

export const readContactSealing = query<object>('one')(({ db }) =>
  db.selectFrom('contact_sealing').select(contactSealing.select()).where('id', '=', 1),
);

/** With its lock. */
export const lockContactSealing = query<object>('one')(({ db, dialect }) =>
  db
    .selectFrom('contact_sealing')
    .select(contactSealing.select())
    .where('id', '=', 1)
    .modifyEnd(dialect.lockRows),
);

/** The row as a page of sealed texts. */
export const listContactProbe = query<{ after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('contact_sealing')
      .select([sql<string>`'contacts'`.as('key'), 'probe as sealed'])
      .where('id', '=', 1)
      .where(sql<boolean>`'contacts' > ${p.after}`)
      .limit(p.limit),
);

/** Versions that do not know the migration refuse to start from then on. */
export const requireMigration = query<{ version: number }>()(({ db, p }) => ({
  compile: () =>
    sql<never>`update schema_migrations set requires = ${p.version} where version = ${p.version}`.compile(
      db,
    ),
}));
