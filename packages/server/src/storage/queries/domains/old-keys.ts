/** Keys of signed domains by their age. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';
import { zoneKeys } from '../../tables/zones/zone-keys.ts';

/** Literals: the partial index is used only when the query has its condition. */
const isCurrent = sql<boolean>`zone_keys.stage = 'current'`;
const canRoll = sql<boolean>`domain_dnssec.phase = 'on' and domains.state = 'live'`;

/** The oldest first, of domains whose key can be replaced. `before` is calendar time. */
export const listOldKeys = query<{ before: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('zone_keys')
    .innerJoin('domain_dnssec', 'domain_dnssec.domain_id', 'zone_keys.domain_id')
    .innerJoin('domains', 'domains.id', 'zone_keys.domain_id')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where(isCurrent)
    .where(canRoll)
    .where('zone_keys.created_at', '<=', p.before)
    .orderBy('zone_keys.created_at')
    .limit(p.limit),
);

export const findOldestKey = query<object>('one')(({ db }) =>
  db
    .selectFrom('zone_keys')
    .innerJoin('domain_dnssec', 'domain_dnssec.domain_id', 'zone_keys.domain_id')
    .innerJoin('domains', 'domains.id', 'zone_keys.domain_id')
    .select(zoneKeys.select('createdAt'))
    .where(isCurrent)
    .where(canRoll)
    .orderBy('zone_keys.created_at')
    .limit(1),
);
