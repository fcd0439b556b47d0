/** How far DNSSEC of domains has come. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domainDnssec } from '../../tables/domains/domain-dnssec.ts';
import { domains } from '../../tables/domains/domains.ts';

/** Who changes it has locked the domain. */
export const findDnssec = query<{ domainId: string }>('one')(({ db, p }) =>
  db.selectFrom('domain_dnssec').select(domainDnssec.select()).where('domain_id', '=', p.domainId),
).decodedBy(domainDnssec);

/** `now` is calendar time. */
export const listDueDnssec = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .innerJoin('domains', 'domains.id', 'domain_dnssec.domain_id')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where('domain_dnssec.due_at', 'is not', null)
    .where('domain_dnssec.due_at', '<=', p.now)
    .orderBy('domain_dnssec.due_at')
    .limit(p.limit),
);

/** `now` is machine time. */
export const listDnssecChecks = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .innerJoin('domains', 'domains.id', 'domain_dnssec.domain_id')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where('check_at', 'is not', null)
    .where('check_at', '<=', p.now)
    .where('ds_confirmed_at', 'is', null)
    .orderBy('check_at')
    .limit(p.limit),
);

/** Those whose DS records have to be seen in the zone of the registry. `now` is machine time. */
export const listParentChecks = query<{ now: number; limit: number }>({ page: 20 })(({ db, p }) =>
  db
    .selectFrom('domain_dnssec')
    .innerJoin('domains', 'domains.id', 'domain_dnssec.domain_id')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where('check_at', 'is not', null)
    .where('check_at', '<=', p.now)
    .where('ds_confirmed_at', 'is not', null)
    .orderBy('check_at')
    .limit(p.limit),
);

export const findNextDueDnssec = query<object>('one')(({ db }) =>
  db
    .selectFrom('domain_dnssec')
    .select(domainDnssec.select('dueAt'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1),
);

/** Whether a domain waits for something that happens here, in real time. */
export const anyDnssecCheck = query<object>('one')(({ db }) =>
  db
    .selectFrom('domain_dnssec')
    .select(domainDnssec.select('domainId'))
    .where('check_at', 'is not', null)
    .where('ds_confirmed_at', 'is', null)
    .limit(1),
);

/** Domains whose CDS and CDNSKEY records may differ from what the phase wants. */
export const listOffersDue = query<{ except: readonly string[]; limit: number }>({ page: 100 })(
  ({ db, p, dialect }) =>
    db
      .selectFrom('domain_dnssec')
      .select(domainDnssec.select('domainId'))
      .where(sql<boolean>`offers_due = 1`)
      .where(dialect.isNotIn(sql.ref('domain_id'), p.except))
      .orderBy('domain_id')
      .limit(p.limit),
);
