/** UPDATE messages that were processed. */
import { query } from '../../schema.ts';
import { updateMessages } from '../../tables/zones/update-messages.ts';

export const findUpdateMessage = query<{ mac: string }>('one')(({ db, p }) =>
  db.selectFrom('update_messages').select(updateMessages.select('rcode')).where('mac', '=', p.mac),
);

/** The oldest first, by index: costs by what it finds. */
export const listExpiredUpdateMessages = query<{ before: number; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('update_messages')
      .select(updateMessages.select('mac'))
      .where('expires_at', '<', p.before)
      .orderBy('expires_at')
      .limit(p.limit),
);
