/** Passkeys of users, and challenges that were answered. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { passkeys } from '../../tables/people/passkeys.ts';

export const listPasskeys = query<{ userId: string }>({
  atMost: fixedLimits.passkeysPerAccount,
  because: 'the fixed limit of passkeys of an account',
})(({ db, p }) =>
  db.selectFrom('passkeys').select(passkeys.select()).where('user_id', '=', p.userId).orderBy('id'),
);

export const findPasskey = query<{ credentialId: string }>('one')(({ db, p }) =>
  db.selectFrom('passkeys').select(passkeys.select()).where('credential_id', '=', p.credentialId),
);

export const findUsedChallenge = query<{ hash: string }>('one')(({ db, p }) =>
  db.selectFrom('used_challenges').select('hash').where('hash', '=', p.hash),
);

export const deleteOldChallenges = query<{ now: number }>()(({ db, p }) =>
  db.deleteFrom('used_challenges').where('expires_at', '<=', p.now),
);
