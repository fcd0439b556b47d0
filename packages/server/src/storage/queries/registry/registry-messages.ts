/** Messages of registries, and what they say about pending sends. */
import { query } from '../../schema.ts';
import { registryMessages } from '../../tables/registry/registry-messages.ts';

export const findDecision = query<{ registry: string; clientTransaction: string }>('one')(
  ({ db, p }) =>
    db
      .selectFrom('registry_messages')
      .select(registryMessages.select('succeeded', 'text'))
      .where('client_transaction', '=', p.clientTransaction)
      .where('registry', '=', p.registry)
      .where('succeeded', 'is not', null)
      .limit(1),
).decodedBy(registryMessages);

export const listMessages = query<{ before: string; limit: number }>({ page: 1_000 })(({ db, p }) =>
  db
    .selectFrom('registry_messages')
    .select(registryMessages.select())
    .where('id', '<', p.before)
    .orderBy('id', 'desc')
    .limit(p.limit),
).decodedBy(registryMessages);
