/** Queries of the lifecycle sweep. The cost of finding due domains depends only on their number. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';

export const listDue = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'name', 'workspaceId'))
    .where('due_at', 'is not', null)
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit),
);

export const findNextDue = query<object>('one')(({ db }) =>
  db
    .selectFrom('domains')
    .select(domains.select('dueAt'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1),
);

/** Whether a domain of the workspace is due until then. Its expiry itself leads to no mail. */
export const findDueInWorkspace = query<{ workspaceId: string; until: number }>('one')(
  ({ db, p }) =>
    db
      .selectFrom('domains')
      .select('id')
      .where('due_at', 'is not', null)
      .where('due_at', '<=', p.until)
      .where('workspace_id', '=', p.workspaceId)
      .whereRef('due_at', '<>', 'expires_at')
      .limit(1),
);

/** Whether an automatic renewal of the workspace waits for the registry. */
export const findPendingRenewal = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('terms')
    .innerJoin('domains', 'domains.id', 'terms.domain_id')
    .select('terms.id')
    .where(sql<boolean>`terms.state = 'pending' and terms.automatic = 1`)
    .where('domains.workspace_id', '=', p.workspaceId)
    .limit(1),
);

/** Skips a domain that another process has locked. */
export const lockDueDomain = query<{ id: string; now: number }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('domains')
    .select(domains.select())
    .where('id', '=', p.id)
    .where('due_at', '<=', p.now)
    .modifyEnd(dialect.lockFreeRows),
).decodedBy(domains);

export const countReleases = query<{ since: number }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('release_began_at', 'is not', null)
    .where('release_began_at', '>=', p.since),
);

/** Up to `countMax`: a count costs by the rows that it counts. */
export const countHeldDomains = query<{ countMax: number }>('one')(({ db, p }) =>
  db
    .selectFrom((eb) =>
      eb
        .selectFrom('domains')
        .select('name')
        .where(sql<boolean>`state in ('provisioning', 'incoming', 'live', 'releasing')`)
        .limit(p.countMax)
        .as('held'),
    )
    .select((eb) => eb.fn.countAll<number>().as('count')),
);

/** Domains of a workspace that auto-renewal will or would renew before the given time. */
export const listRenewals = query<{
  workspaceId: string;
  from: number;
  until: number;
  /** The expiry and the id of the last domain of the page before. */
  lastExpiresAt: number;
  lastId: string;
  limit: number;
}>({ page: 250 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'name', 'expiresAt', 'premium', 'renewalTriedAt', 'renewalFailed'))
    .where('workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`visible = 1 and auto_renew = 1`)
    .where('state', '=', 'live')
    .where('expires_at', '>', p.from)
    .where('expires_at', '<=', p.until)
    .where(sql<boolean>`(expires_at, id) > (${p.lastExpiresAt}, ${p.lastId})`)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
)
  .decodedBy(domains)
  .by({ lastExpiresAt: 0, lastId: '' }, ({ id, registration: { expiresAt } }) => ({
    lastExpiresAt: expiresAt,
    lastId: id,
  }));
