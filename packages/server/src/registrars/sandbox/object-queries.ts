/** Queries on contacts, hosts and messages, which only the EPP front uses. */
import { type ContactRow, type HostRow, type MessageRow, query } from './schema.ts';

export const findContact = query<{ id: string }>()(({ db, p }) =>
  db
    .selectFrom('contacts')
    .select(['id', 'sponsor', 'details', 'created_at'])
    .where('id', '=', p.id),
);

/** Updates no row when another client sponsors the contact or it does not exist. */
export const updateContact = query<Pick<ContactRow, 'id' | 'sponsor' | 'details'>>()(({ db, p }) =>
  db
    .updateTable('contacts')
    .set({ details: p.details })
    .where('id', '=', p.id)
    .where('sponsor', '=', p.sponsor),
);

const hostColumns = ['name', 'repository_id', 'sponsor', 'addresses', 'created_at'] as const;

export const findHost = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('hosts').select(hostColumns).where('name', '=', p.name),
);

export const findHosts = query<{ names: readonly string[] }>()(({ db, p, dialect }) =>
  db
    .selectFrom('hosts')
    .select('name')
    .where((eb) => dialect.inList(eb.ref('name'), p.names)),
);

/** The hosts inside a name: such as `ns1.example.com` in `example.com`. */
export const listHostsInside = query<{ name: string; pattern: string }>()(({ db, p }) =>
  db
    .selectFrom('hosts')
    .select('name')
    .where((eb) => eb.or([eb('name', '=', p.name), eb('name', 'like', p.pattern)]))
    .orderBy('name'),
);

/** `pattern` finds the host in a JSON list. */
export const listDelegated = query<{ pattern: string }>()(({ db, p }) =>
  db.selectFrom('objects').select(['name', 'nameservers']).where('nameservers', 'like', p.pattern),
);

export const setNameservers = query<{ name: string; nameservers: string }>()(({ db, p }) =>
  db.updateTable('objects').set({ nameservers: p.nameservers }).where('name', '=', p.name),
);

/** Touches no row when the host exists. */
export const insertHost = query<HostRow>()(({ db, p }) =>
  db
    .insertInto('hosts')
    .values({
      name: p.name,
      repository_id: p.repository_id,
      sponsor: p.sponsor,
      addresses: p.addresses,
      created_at: p.created_at,
    })
    .onConflict((conflict) => conflict.doNothing()),
);

export const updateHost = query<
  Pick<HostRow, 'name' | 'sponsor' | 'addresses'> & { newName: string }
>()(({ db, p }) =>
  db
    .updateTable('hosts')
    .set({ name: p.newName, addresses: p.addresses })
    .where('name', '=', p.name)
    .where('sponsor', '=', p.sponsor),
);

/** Objects of one sponsor with a decision or a date that is due. */
export const listOverdue = query<{ sponsor: string; machine: number; calendar: number }>()(
  ({ db, p }) =>
    db
      .selectFrom('objects')
      .select('name')
      .where('sponsor', '=', p.sponsor)
      .where((eb) =>
        eb.or([
          eb.and([eb('settles_at', 'is not', null), eb('settles_at', '<=', p.machine)]),
          eb('expires_at', '<=', p.calendar),
          eb.and([eb('purges_at', 'is not', null), eb('purges_at', '<=', p.calendar)]),
        ]),
      ),
);

export const insertMessage = query<MessageRow>()(({ db, p }) =>
  db.insertInto('messages').values({
    sponsor: p.sponsor,
    id: p.id,
    queued_at: p.queued_at,
    text: p.text,
    event: p.event,
  }),
);

export const findMessage = query<{ sponsor: string }>()(({ db, p }) =>
  db
    .selectFrom('messages')
    .select(['sponsor', 'id', 'queued_at', 'text', 'event'])
    .where('sponsor', '=', p.sponsor)
    .orderBy('id')
    .limit(1),
);

export const countMessages = query<{ sponsor: string }>()(({ db, p }) =>
  db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sponsor', '=', p.sponsor),
);

export const deleteMessage = query<{ sponsor: string; id: string }>()(({ db, p }) =>
  db.deleteFrom('messages').where('sponsor', '=', p.sponsor).where('id', '=', p.id),
);

export const setSponsor = query<{ name: string; sponsor: string; authCode: string }>()(
  ({ db, p }) =>
    db
      .updateTable('objects')
      .set({ sponsor: p.sponsor, auth_code: p.authCode })
      .where('name', '=', p.name),
);
