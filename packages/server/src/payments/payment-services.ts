/** The dependencies of the payment operations. */
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { BillingParty } from '../storage/tables/credits/receipts.ts';
import type { PaymentMethod } from './payment-method.ts';

export interface PaymentServices {
  readonly database: HostmasterDatabase;
  readonly method: PaymentMethod;
  readonly links: NoticeLinks;
  /** Who issues receipts. */
  readonly seller: BillingParty;
  readonly clock: MachineClock;
  readonly log: Logger;
  /** Calendar time, read in the transaction that uses it. */
  calendarNow(reader: HostmasterReader): Promise<number>;
}
