/** The message queue of each sponsor. */
import { query } from '../schema.ts';
import { messages, type QueuedMessage } from '../tables/messages.ts';

export const insertMessage = query<QueuedMessage>()(({ db, p }) =>
  db.insertInto('messages').values(messages.values(p)),
);

/** The oldest message. */
export const findMessage = query<{ sponsor: string }>('one')(({ db, p }) =>
  db
    .selectFrom('messages')
    .select(messages.select())
    .where('sponsor', '=', p.sponsor)
    .orderBy('id')
    .limit(1),
).decodedBy(messages);

/** The oldest first. */
export const listMessages = query<{ sponsor: string; limit: number }>({ page: 1_000 })(
  ({ db, p }) =>
    db
      .selectFrom('messages')
      .select(messages.select())
      .where('sponsor', '=', p.sponsor)
      .orderBy('id')
      .limit(p.limit),
).decodedBy(messages);

export const countMessages = query<{ sponsor: string }>('one')(({ db, p }) =>
  db
    .selectFrom('messages')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('sponsor', '=', p.sponsor),
);

export const deleteMessage = query<Pick<QueuedMessage, 'sponsor' | 'id'>>()(({ db, p }) =>
  db.deleteFrom('messages').where('sponsor', '=', p.sponsor).where('id', '=', p.id),
);
