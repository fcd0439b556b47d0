/** Hosts that we created at a registry. */
import { sql } from 'kysely';
import { query } from '../schema.ts';
import { type RegistryHost, registryHosts } from '../tables/registry-hosts.ts';

export const insertRegistryHost = query<RegistryHost>()(({ db, p }) =>
  db
    .insertInto('registry_hosts')
    .values(registryHosts.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** The pattern may match more: `_` stands for any character. */
export const listHostsInside = query<{ registry: string; domain: string }>()(({ db, p }) =>
  db
    .selectFrom('registry_hosts')
    .select('name')
    .where('registry', '=', p.registry)
    .where('name', 'like', sql<string>`'%' || cast(${p.domain} as text)`)
    .orderBy('name'),
);

export const deleteRegistryHost = query<RegistryHost>()(({ db, p }) =>
  db.deleteFrom('registry_hosts').where('registry', '=', p.registry).where('name', '=', p.name),
);
