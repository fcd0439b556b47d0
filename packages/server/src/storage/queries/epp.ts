/** What is kept about registries: our contacts there, their messages, and when we last compared. */
import { query, type RegistryContactRow, type RegistryMessageRow } from '../schema.ts';
import { domains } from '../tables/domains.ts';

export const findRegistryContact = query<{
  registry: string;
  owner: string;
  contentHash: string;
}>()(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select(['contact_id', 'is_private'])
    .where('registry', '=', p.registry)
    .where('owner', '=', p.owner)
    .where('content_hash', '=', p.contentHash),
);

export const findContactById = query<{ registry: string; contactId: string }>()(({ db, p }) =>
  db
    .selectFrom('registry_contacts')
    .select('is_private')
    .where('registry', '=', p.registry)
    .where('contact_id', '=', p.contactId)
    .limit(1),
);

export const insertRegistryContact = query<RegistryContactRow>()(({ db, p }) =>
  db
    .insertInto('registry_contacts')
    .values({
      registry: p.registry,
      owner: p.owner,
      content_hash: p.content_hash,
      contact_id: p.contact_id,
      is_private: p.is_private,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

/** Touches no row when the message was kept before. */
export const insertMessage = query<RegistryMessageRow>()(({ db, p }) =>
  db
    .insertInto('registry_messages')
    .values({
      id: p.id,
      registry: p.registry,
      message_id: p.message_id,
      queued_at: p.queued_at,
      received_at: p.received_at,
      text: p.text,
      name: p.name,
      client_transaction: p.client_transaction,
      succeeded: p.succeeded,
      payload: p.payload,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export const findDecision = query<{ registry: string; clientTransaction: string }>()(({ db, p }) =>
  db
    .selectFrom('registry_messages')
    .select(['succeeded', 'text'])
    .where('client_transaction', '=', p.clientTransaction)
    .where('registry', '=', p.registry)
    .where('succeeded', 'is not', null)
    .limit(1),
);

export const listMessages = query<{ before: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('registry_messages')
    .selectAll()
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
);

export const noteSeen = query<{ domainId: string; seenAt: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values({ domain_id: p.domainId, seen_at: p.seenAt, sends_auth_code: 0, ended_at: null })
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({ seen_at: eb.ref('excluded.seen_at') })),
    ),
);

export const setSendsAuthCode = query<{ domainId: string; sends: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values({ domain_id: p.domainId, seen_at: 0, sends_auth_code: p.sends, ended_at: null })
    .onConflict((conflict) =>
      conflict
        .column('domain_id')
        .doUpdateSet((eb) => ({ sends_auth_code: eb.ref('excluded.sends_auth_code') })),
    ),
);

/** From now on nobody pays for the name, whatever the registry holds. */
export const noteEnded = query<{ domainId: string; endedAt: number }>()(({ db, p }) =>
  db
    .insertInto('registry_notes')
    .values({ domain_id: p.domainId, seen_at: 0, sends_auth_code: 0, ended_at: p.endedAt })
    .onConflict((conflict) =>
      conflict.column('domain_id').doUpdateSet((eb) => ({ ended_at: eb.ref('excluded.ended_at') })),
    ),
);

export const findNotes = query<{ domainId: string }>()(({ db, p }) =>
  db.selectFrom('registry_notes').selectAll().where('domain_id', '=', p.domainId),
);

/** Rows that were not compared since a time, oldest first; ended ones too, for a while after their end. */
export const listUnseen = query<{ seenBefore: number; endedAfter: number; limit: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('domains')
      .leftJoin('registry_notes', 'registry_notes.domain_id', 'domains.id')
      .select(domains.select())
      .where((eb) => eb.or([eb('seen_at', 'is', null), eb('seen_at', '<', p.seenBefore)]))
      .where((eb) =>
        eb.or([
          eb('state', 'in', ['provisioning', 'live', 'releasing']),
          eb.and([eb('state', 'in', ['failed', 'released']), eb('ended_at', '>', p.endedAfter)]),
        ]),
      )
      .orderBy('seen_at')
      .orderBy('domains.id')
      .limit(p.limit),
).decodedBy(domains);

/** All rows that may have an object at the registry, in pages by id. */
export const listForComparison = query<{ after: string; limit: number }>()(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select())
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(domains);

export const setExtensionTried = query<{ id: string; triedAt: number; dueAt: number | null }>()(
  ({ db, p }) =>
    db
      .updateTable('domains')
      .set(domains.set({ extensionTriedAt: p.triedAt, dueAt: p.dueAt }))
      .where('id', '=', p.id),
);

/** The registry's date as it was seen, and when the domain is due by it. */
export const setSeenExpiry = query<{
  id: string;
  registryExpiresAt: number;
  dueAt: number | null;
}>()(({ db, p }) =>
  db
    .updateTable('domains')
    .set(domains.set({ registryExpiresAt: p.registryExpiresAt, dueAt: p.dueAt }))
    .where('id', '=', p.id),
);
