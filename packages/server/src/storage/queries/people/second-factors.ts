/** Second factors of users. */
import { query } from '../../schema.ts';
import { recoveryCodes } from '../../tables/people/recovery-codes.ts';
import { totpSecrets } from '../../tables/people/totp-secrets.ts';

export const findTotp = query<{ userId: string }>('one')(({ db, p }) =>
  db.selectFrom('totp_secrets').select(totpSecrets.select()).where('user_id', '=', p.userId),
);

export const listRecoveryCodes = query<{ userId: string }>({
  atMost: 10,
  because: 'a set of recovery codes replaces the one before',
})(({ db, p }) =>
  db
    .selectFrom('recovery_codes')
    .select(recoveryCodes.select('hash'))
    .where('user_id', '=', p.userId),
);
