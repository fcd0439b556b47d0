/** The mode that the deployment was made in, and what shows it where it was not recorded. */
import { query } from '../../schema.ts';
import { deployment } from '../../tables/settings/deployment.ts';

export const readMode = query<object>()(({ db }) =>
  db.selectFrom('deployment').select(deployment.select('mode')).where('id', '=', 1),
).decodedBy(deployment);

/** Revoked keys count too. */
export const findFirstKey = query<object>()(({ db }) =>
  db.selectFrom('api_keys').select('prefix').orderBy('id').limit(1),
);

export const findTestTopUp = query<object>()(({ db }) =>
  db.selectFrom('top_ups').select('id').where('provider', '=', 'sandbox').limit(1),
);
