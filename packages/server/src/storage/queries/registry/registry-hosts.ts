/** Hosts that we created at a registry. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';

/** The pattern may match more: `_` stands for any character. */
export const listHostsInside = query<{
  registry: string;
  domain: string;
  after: string;
  limit: number;
}>({ page: 500 })(({ db, p }) =>
  db
    .selectFrom('registry_hosts')
    .select('name')
    .where('registry', '=', p.registry)
    .where('name', 'like', sql<string>`'%' || cast(${p.domain} as text)`)
    .where('name', '>', p.after)
    .orderBy('name')
    .limit(p.limit),
).by({ after: '' }, ({ name }) => ({ after: name }));
