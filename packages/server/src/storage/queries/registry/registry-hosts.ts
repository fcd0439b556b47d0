/** Hosts that we created at a registry. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';

/** The pattern may match more: `_` stands for any character. */
export const listHostsInside = query<{ registry: string; domain: string }>()(({ db, p }) =>
  db
    .selectFrom('registry_hosts')
    .select('name')
    .where('registry', '=', p.registry)
    .where('name', 'like', sql<string>`'%' || cast(${p.domain} as text)`)
    .orderBy('name'),
);
