/** What a workspace bought: holds with their domains, by the index of what leaves its account. */
import { query } from '../../schema.ts';
import { ledgerEntries } from '../../tables/credits/ledger-entries.ts';

/** Sorts after every id. */
const lastId = 'trf_zzz';

/** The newest first. `voidId` is null unless the credits came back. */
export const listPurchases = query<{ account: string; before: string; limit: number }>({
  page: 500,
})(({ db, p }) =>
  db
    .selectFrom('transfers')
    .innerJoin('terms', 'terms.hold_id', 'transfers.id')
    .innerJoin('domains', 'domains.id', 'terms.domain_id')
    .leftJoin('transfers as void', (join) =>
      join.onRef('void.hold_id', '=', 'transfers.id').on('void.kind', '=', 'void'),
    )
    .select(ledgerEntries.select('id', 'at', 'amountCents', 'reason'))
    .select(['domains.name as domainName', 'void.id as voidId'])
    .where('transfers.from_account', '=', p.account)
    .where('transfers.id', '<', p.before)
    .orderBy('transfers.id', 'desc')
    .limit(p.limit),
).by({ before: lastId }, ({ id }) => ({ before: id }));
