/** What the overview shows of a workspace: counts by index, and the first domains of each kind. */
import { sql } from 'kysely';
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';

/** Literals, not parameters: a partial index is used only when the query has its condition. */
const isVisible = sql<boolean>`visible = 1`;

/** Registered domains that expire after one time and up to another: counted in the index alone. */
export const countExpiring = query<{
  workspaceId: string;
  renewalFailed: 0 | 1;
  from: number;
  until: number;
}>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where('renewal_failed', '=', p.renewalFailed)
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where(sql<boolean>`state in ('provisioning', 'incoming', 'live') and auto_renew in (0, 1)`)
    .where('expires_at', '>', p.from)
    .where('expires_at', '<=', p.until),
);

/** Domains that the registry is about to free. */
export const countReleasing = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(sql<boolean>`renewal_failed in (0, 1)`)
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where('state', '=', 'releasing'),
);

/** Null unless a member has dismissed it. No join: PostgreSQL reads all rows of a table that it joins. */
const dismissedId = sql<string | null>`(select domain_id from dismissed_registrations as dismissed
  where dismissed.domain_id = domains.id)`;

/** Refused registrations that no member has dismissed. */
export const countShownRefused = query<{ workspaceId: string }>('one')(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(sql<number>`cast(count(*) as integer)`.as('count'))
    .where(sql<boolean>`renewal_failed in (0, 1)`)
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where('state', '=', 'failed')
    .where(dismissedId, 'is', null),
);

/** Registrations that were refused since then and not dismissed, the latest refusal first. */
export const listRefused = query<{ workspaceId: string; since: number; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom(({ selectFrom }) =>
      selectFrom('domains')
        .select('name')
        .select((of) =>
          of
            .selectFrom('registry_notes as note')
            .select('note.ended_at')
            .whereRef('note.domain_id', '=', 'domains.id')
            .as('ended_at'),
        )
        .where(sql<boolean>`renewal_failed in (0, 1)`)
        .where('workspace_id', '=', p.workspaceId)
        .where(isVisible)
        .where('state', '=', 'failed')
        .where(dismissedId, 'is', null)
        .as('refused'),
    )
    .select('name')
    .where('ended_at', '>=', p.since)
    .orderBy('ended_at', 'desc')
    .limit(p.limit),
);

/** Those that expire first. */
export const listExpiring = query<{
  workspaceId: string;
  autoRenew: 0 | 1;
  renewalFailed: 0 | 1;
  from: number;
  until: number;
  limit: number;
}>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('name', 'state', 'autoRenew', 'expiresAt', 'renewalFailed'))
    .where('workspace_id', '=', p.workspaceId)
    .where(isVisible)
    .where('state', '=', 'live')
    .where('auto_renew', '=', p.autoRenew)
    .where('renewal_failed', '=', p.renewalFailed)
    .where('expires_at', '>', p.from)
    .where('expires_at', '<=', p.until)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(p.limit),
).decodedBy(domains);

/** Deleted domains that can be restored, those first that can be for the shortest time. */
export const listRestorable = query<{ workspaceId: string; now: number; limit: number }>({
  page: 100,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('name', 'state', 'redemptionUntil'))
    .where('workspace_id', '=', p.workspaceId)
    .where(sql<boolean>`visible = 1 and state = 'releasing'`)
    .where('redemption_until', '>', p.now)
    .orderBy('redemption_until')
    .limit(p.limit),
).decodedBy(domains);
