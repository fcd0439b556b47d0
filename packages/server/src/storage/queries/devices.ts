/** Browsers from which a user has signed in. */
import { query } from '../schema.ts';
import { type Device, devices } from '../tables/devices.ts';

/** Changes no row when the user has never signed in from this browser. */
export const touchDevice = query<Device>()(({ db, p }) =>
  db
    .updateTable('devices')
    .set(devices.set({ seenAt: p.seenAt }))
    .where('user_id', '=', p.userId)
    .where('hash', '=', p.hash),
);

export const insertDevice = query<Device>()(({ db, p }) =>
  db
    .insertInto('devices')
    .values(devices.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

export const deleteOldDevices = query<{ seenBefore: number }>()(({ db, p }) =>
  db.deleteFrom('devices').where('seen_at', '<', p.seenBefore),
);
