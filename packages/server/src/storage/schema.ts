/** The tables. Booleans are 0/1, times integer milliseconds, money integer cents, on both engines. */
import type { Database, Reader, Tx } from './database.ts';
import { type BuildContext, queriesFor } from './query.ts';
import type { Rows } from './tables/index.ts';

export interface Schema extends Rows {
  accounts: AccountRow;
  transfers: TransferRow;
  prices: PriceRow;
  jobs: JobRow;
  calendar: CalendarRow;
  top_ups: TopUpRow;
  payment_events: PaymentEventRow;
}

/** Only workspace accounts store a balance; the others are sums over transfers. */
export interface AccountRow {
  id: string;
  workspace_id: string | null;
  balance_cents: number | null;
}

export interface TransferRow {
  id: string;
  kind: 'top_up' | 'removal' | 'hold' | 'post' | 'void';
  from_account: string;
  to_account: string;
  amount_cents: number;
  /** The hold that a post or void settles. */
  hold_id: string | null;
  reason: string;
  at: number;
}

export interface PriceRow {
  /** Empty for the price everybody pays. */
  workspace_id: string;
  tld: string;
  register_credits: number;
  renew_credits: number;
}

export interface JobRow {
  id: string;
  kind: string;
  /** Jobs of one lane run one at a time, in the order of their positions. */
  lane: string;
  position: number;
  payload: string;
  run_at: number;
  attempts: number;
  lease_token: string | null;
  lease_until: number;
  last_error: string | null;
}

/** One row: how far the calendar clock is ahead of the machine clock. */
export interface CalendarRow {
  id: number;
  offset_ms: number;
}

/** A payment that a customer began. Times are machine time. */
export interface TopUpRow {
  id: string;
  workspace_id: string;
  /** The person who asked. */
  requested_by: string;
  amount_cents: number;
  provider: 'stripe' | 'sandbox';
  state: 'created' | 'paid' | 'failed' | 'expired';
  /** Counts the tries that the provider answered with an error; a lost reply repeats the same one. */
  checkout_attempt: number;
  /** The provider's checkout session, once its reply has come. */
  session_id: string | null;
  /** Where the customer pays; null until the provider has said it. */
  pay_url: string | null;
  /** The provider's payment; refunds and disputes name it. */
  payment_ref: string | null;
  transfer_id: string | null;
  created_at: number;
  /** When the provider was last asked what became of it. */
  asked_at: number;
  settled_at: number | null;
}

/** What a payment provider told us. */
export interface PaymentEventRow {
  /** The provider's own: an event that comes twice is the same event. */
  id: string;
  provider: string;
  type: string;
  top_up_id: string | null;
  /** Machine time. */
  received_at: number;
  /** Why it could not be followed; null when it was. */
  problem: string | null;
  /** What it says about the payment, as JSON; nothing about the person who paid. */
  details: string;
}

export type HostmasterDatabase = Database<Schema>;
export type HostmasterReader = Reader<Schema>;
export type HostmasterTx = Tx<Schema>;
export type QueryContext<Params> = BuildContext<Schema, Params>;
export const query = queriesFor<Schema>();
