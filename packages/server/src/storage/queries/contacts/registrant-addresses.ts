/** Addresses of registrants, with the domains that have them. */
import { type QueryContext, query } from '../../schema.ts';
import { registrantAddresses } from '../../tables/contacts/registrant-addresses.ts';
import { domains } from '../../tables/domains/domains.ts';

interface AddressKey {
  workspaceId: string;
  address: string;
}

const ofAddress = ({ db, p }: QueryContext<AddressKey>) =>
  db
    .selectFrom('registrant_addresses')
    .select(registrantAddresses.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('address', '=', p.address);

export const findRegistrantAddress =
  query<AddressKey>('one')(ofAddress).decodedBy(registrantAddresses);

/** With its lock. */
export const lockRegistrantAddress = query<AddressKey>('one')((context) =>
  ofAddress(context).modifyEnd(context.dialect.lockRows),
).decodedBy(registrantAddresses);

/** It stays as it is until the transaction ends. */
export const keepRegistrantAddress = query<AddressKey>('one')((context) =>
  ofAddress(context).modifyEnd(context.dialect.keepRows),
).decodedBy(registrantAddresses);

export const findAddressByToken = query<{ tokenHash: string }>('one')(({ db, p }) =>
  db
    .selectFrom('registrant_addresses')
    .select(registrantAddresses.select())
    .where('token_hash', '=', p.tokenHash),
).decodedBy(registrantAddresses);

export const listDueAddresses = query<{ now: number; limit: number }>({ page: 100 })(({ db, p }) =>
  db
    .selectFrom('registrant_addresses')
    .select(registrantAddresses.select('workspaceId', 'address'))
    .where('due_at', 'is not', null)
    .where('due_at', '<=', p.now)
    .orderBy('due_at')
    .limit(p.limit),
);

/** Skips an address that another process has locked. */
export const lockDueAddress = query<AddressKey & { now: number }>('one')(({ db, p, dialect }) =>
  db
    .selectFrom('registrant_addresses')
    .select(registrantAddresses.select())
    .where('workspace_id', '=', p.workspaceId)
    .where('address', '=', p.address)
    .where('due_at', '<=', p.now)
    .modifyEnd(dialect.lockFreeRows),
).decodedBy(registrantAddresses);

export const findNextDueAddress = query<object>('one')(({ db }) =>
  db
    .selectFrom('registrant_addresses')
    .select(registrantAddresses.select('dueAt'))
    .where('due_at', 'is not', null)
    .orderBy('due_at')
    .limit(1),
);

/** The next domains of a workspace with their registrants, by id. */
export const listRegistrants = query<{ workspaceId: string; after: string; limit: number }>({
  page: 20,
})(({ db, p }) =>
  db
    .selectFrom('domains')
    .select(domains.select('id', 'contact'))
    .where('workspace_id', '=', p.workspaceId)
    .where('state', '=', 'live')
    .where('id', '>', p.after)
    .orderBy('id')
    .limit(p.limit),
).decodedBy(domains);
