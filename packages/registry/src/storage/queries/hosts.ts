/** Host objects. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type HostObject, hosts } from '../tables/hosts.ts';

export const findHost = query<{ name: string }>('one')(({ db, p }) =>
  db.selectFrom('hosts').select(hosts.select()).where('name', '=', p.name),
).decodedBy(hosts);

/** Which of these hosts exist. */
export const findHosts = query<{ names: readonly string[] }>({ forEach: 'names', max: 1_000 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('hosts')
      .select('name')
      .where(dialect.inList(sql.ref('name'), p.names)),
);

export const listHosts = query<{ after: string; limit: number }>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('hosts')
    .select(hosts.select())
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
)
  .decodedBy(hosts)
  .by({ after: '' }, ({ name }) => ({ after: name }));

/** The hosts inside a domain: such as `ns1.example.com` in `example.com`. */
export const listHostsInside = query<{ domain: string; after: string; limit: number }>({
  page: 1_000,
})(({ db, p }) =>
  db
    .selectFrom('hosts')
    .select('name')
    .where((eb) =>
      eb.or([
        eb('name', '=', p.domain),
        eb('name', 'like', sql<string>`'%.' || cast(${p.domain} as text)`),
      ]),
    )
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
).by({ after: '' }, ({ name }) => ({ after: name }));

/** The hosts inside a domain belong to its sponsor. */
export const setHostSponsors = query<{ domain: string; sponsor: string }>()(({ db, p }) =>
  db
    .updateTable('hosts')
    .set(hosts.set({ sponsor: p.sponsor }))
    .where('name', 'like', sql<string>`'%.' || cast(${p.domain} as text)`),
);

/** Inserts no row when the host exists. */
export const insertHost = query<HostObject>()(({ db, p }) =>
  db
    .insertInto('hosts')
    .values(hosts.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** Updates no row when another client sponsors the host. */
export const updateHost = query<
  Pick<HostObject, 'name' | 'sponsor' | 'addresses'> & { newName: string }
>()(({ db, p }) =>
  db
    .updateTable('hosts')
    .set(hosts.set({ name: p.newName, addresses: p.addresses }))
    .where('name', '=', p.name)
    .where('sponsor', '=', p.sponsor),
);
