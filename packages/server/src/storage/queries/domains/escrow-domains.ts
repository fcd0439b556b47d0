/** Domains that a registrar deposits: all that the registry has for us, in the order of their ids. */
import { query } from '../../schema.ts';
import { domains } from '../../tables/domains/domains.ts';

export const listEscrowDomains = query<{ after: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(
      domains.select(
        'id',
        'name',
        'state',
        'createdAt',
        'expiresAt',
        'registryExpiresAt',
        'nameservers',
        'contact',
        'privacyEnabled',
        'transferLocked',
      ),
    )
    .where('state', 'in', ['live', 'releasing'])
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
)
  .decodedBy(domains)
  .by({ after: '' }, ({ id }) => ({ after: id }));
