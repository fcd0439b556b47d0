/** Identities of users at providers, and domains of mail addresses that are bound to a provider. */
import { fixedLimits } from '../../../base/limits.ts';
import { query } from '../../schema.ts';
import { identities } from '../../tables/people/identities.ts';
import { providerDomains } from '../../tables/people/provider-domains.ts';

export const findIdentity = query<{ issuer: string; subject: string }>('one')(({ db, p }) =>
  db
    .selectFrom('identities')
    .select(identities.select())
    .where('issuer', '=', p.issuer)
    .where('subject', '=', p.subject),
);

export const listIdentities = query<{ userId: string }>({
  atMost: fixedLimits.identitiesPerAccount,
  because: 'the fixed limit of identities of an account',
})(({ db, p }) =>
  db
    .selectFrom('identities')
    .select(identities.select())
    .where('user_id', '=', p.userId)
    .orderBy('id'),
);

export const findProviderDomain = query<{ domain: string }>('one')(({ db, p }) =>
  db.selectFrom('provider_domains').select(providerDomains.select()).where('domain', '=', p.domain),
);
