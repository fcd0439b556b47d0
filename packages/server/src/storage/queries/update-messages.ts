/** UPDATE messages that were processed. */
import { query } from '../schema.ts';
import { updateMessages } from '../tables/update-messages.ts';

/** Changes no row when the message was processed before. */
export const insertUpdateMessage = query<{ mac: string; expiresAt: number }>()(({ db, p }) =>
  db
    .insertInto('update_messages')
    .values(updateMessages.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

/** Reads the oldest by index, so it costs by what it deletes. */
export const deleteExpiredUpdateMessages = query<{ before: number; limit: number }>()(({ db, p }) =>
  db
    .deleteFrom('update_messages')
    .where('mac', 'in', ({ selectFrom }) =>
      selectFrom('update_messages')
        .select('mac')
        .where('expires_at', '<', p.before)
        .orderBy('expires_at')
        .limit(p.limit),
    ),
);
