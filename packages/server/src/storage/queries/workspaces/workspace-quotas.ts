/** How many of something a workspace has. */
import { sql } from 'kysely';
import { type QueryContext, query } from '../../schema.ts';
import { heldStates } from '../../tables/domains/domains.ts';

interface Counted {
  workspaceId: string;
  /** Machine time: expired keys do not count. */
  now: number;
  dayAgo: number;
}

/** No other transaction changes the workspace, or counts what it has, until this one ends. */
export const lockWorkspace = query<{ id: string }>('one')(({ db, p, dialect }) =>
  db.selectFrom('workspaces').select('id').where('id', '=', p.id).modifyEnd(dialect.lockRows),
);

export const countApiKeys = query<Counted>('one')((context) => validKeys(context, 'api_keys'));

export const countUpdateKeys = query<Counted>('one')((context) => validKeys(context, 'tsig_keys'));

export const countMembers = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId),
);

export const countContacts = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('saved_contacts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId),
);

export const countWebhooks = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('webhooks')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId),
);

export const countOpenTransfers = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('transfers_in')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('status', 'in', ['pending', 'waiting_for_losing_registrar', 'action_required']),
);

/** A domain that the workspace has, is getting or is giving up. */
export const findHeldDomain = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select('name')
    .where('workspace_id', '=', p.workspaceId)
    .where('state', 'in', heldStates)
    .orderBy('id')
    .limit(1),
);

/** A plan that was not started within a day no longer counts. */
export const countOpenBulks = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where((eb) =>
      eb.or([
        eb('state', 'in', ['planning', 'running']),
        eb.and([eb('state', '=', 'planned'), eb('created_at', '>', p.dayAgo)]),
      ]),
    ),
);

export const sumBulkDomains = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('bulk_operations')
    .select(sql<number>`coalesce(sum(size), 0)`.as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('created_at', '>', p.dayAgo),
);

/** Top-ups of the last day: payment pages expire after a day. */
export const countOpenTopUps = query<Counted>('one')(({ db, p }) =>
  db
    .selectFrom('top_ups')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`state = 'created'`)
    .where('created_at', '>', p.dayAgo),
);

function validKeys({ db, p }: QueryContext<Counted>, table: 'api_keys' | 'tsig_keys') {
  return db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspace_id', '=', p.workspaceId)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', p.now)]));
}
