/** A payment that a customer began. Times are machine time. */
import { integer, nullable, text, word } from '../column.ts';
import { type EntityOf, table } from '../table.ts';

export const topUps = table('top_ups', {
  id: text(),
  workspaceId: text(),
  /** The person who asked. */
  requestedBy: text(),
  amountCents: integer(),
  provider: word<'stripe' | 'sandbox'>(),
  state: word<'created' | 'paid' | 'failed' | 'expired'>(),
  /** Counts the tries that the provider answered with an error; a lost reply repeats the same one. */
  checkoutAttempt: integer(),
  /** The provider's checkout session, once its reply has come. */
  sessionId: nullable(text()),
  /** Where the customer pays; null until the provider has said it. */
  payUrl: nullable(text()),
  /** The provider's payment; refunds and disputes name it. */
  paymentRef: nullable(text()),
  transferId: nullable(text()),
  createdAt: integer(),
  /** When the provider was last asked what became of it. */
  askedAt: integer(),
  settledAt: nullable(integer()),
});

export type TopUp = EntityOf<typeof topUps>;
