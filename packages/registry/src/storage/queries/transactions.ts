/** Executed commands and their replies. */
import { query } from '../schema.ts';
import { type ExecutedCommand, transactions } from '../tables/transactions.ts';

type TransactionKey = Pick<ExecutedCommand, 'sponsor' | 'id'>;

export const findTransaction = query<TransactionKey>('one')(({ db, p }) =>
  db
    .selectFrom('transactions')
    .select(transactions.select())
    .where('sponsor', '=', p.sponsor)
    .where('id', '=', p.id),
);

/** Inserts no row when this command was executed before. */
export const insertTransaction = query<ExecutedCommand>()(({ db, p }) =>
  db
    .insertInto('transactions')
    .values(transactions.values(p))
    .onConflict((conflict) => conflict.doNothing()),
);

export const settleTransaction = query<
  TransactionKey & Pick<ExecutedCommand, 'code' | 'message'>
>()(({ db, p }) =>
  db
    .updateTable('transactions')
    .set(transactions.set({ code: p.code, message: p.message, settlesAt: null }))
    .where('sponsor', '=', p.sponsor)
    .where('id', '=', p.id),
);
