/** The mode that the deployment was made in, and what shows it where it was not recorded. */
import { query } from '../../schema.ts';
import { deployment } from '../../tables/settings/deployment.ts';

export const readMode = query<object>('one')(({ db }) =>
  db.selectFrom('deployment').select(deployment.select('mode')).where('id', '=', 1),
).decodedBy(deployment);

/** Revoked keys count too. */
export const findFirstKey = query<object>('one')(({ db }) =>
  db.selectFrom('api_keys').select('prefix').orderBy('id').limit(1),
);

export const findTestTopUp = query<object>('one')(({ db }) =>
  db.selectFrom('top_ups').select('id').where('provider', '=', 'sandbox').limit(1),
);

/** Ended ones count too. */
export const findAnyDomain = query<object>('one')(({ db }) =>
  db.selectFrom('domains').select('id').limit(1),
);

/** Read at the start only, and only where the operator has set no nameservers. */
export const findDomainOnNameservers = query<{ nameservers: string }>('one')(({ db, p }) =>
  db.selectFrom('domains').select('id').where('nameservers', '=', p.nameservers).limit(1),
);
