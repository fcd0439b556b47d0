/** Devices: browsers from which a user has signed in. */
import { query } from '../../schema.ts';
import { type Device, devices } from '../../tables/people/devices.ts';

export const findDevice = query<Pick<Device, 'userId' | 'hash'>>('one')(({ db, p }) =>
  db
    .selectFrom('devices')
    .select('hash')
    .where('user_id', '=', p.userId)
    .where('hash', '=', p.hash),
);

export const listDevices = query<{ userId: string; after: string; limit: number }>({ page: 500 })(
  ({ db, p }) =>
    db
      .selectFrom('devices')
      .select(devices.select('hash', 'seenAt'))
      .where('user_id', '=', p.userId)
      .where('hash', '>', p.after)
      .orderBy('hash')
      .limit(p.limit),
).by({ after: '' }, ({ hash }) => ({ after: hash }));

export const deleteOldDevices = query<{ seenBefore: number }>()(({ db, p }) =>
  db.deleteFrom('devices').where('seen_at', '<', p.seenBefore),
);
