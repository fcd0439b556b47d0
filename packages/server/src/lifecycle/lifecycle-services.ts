/** The dependencies of the domain lifecycle. */
import type { Logger } from 'pino';
import type { MachineClock } from '../base/clock.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import type { OperationServices } from '../operations/operation.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';

export interface LifecycleServices {
  readonly database: HostmasterDatabase;
  readonly operations: OperationServices;
  readonly links: NoticeLinks;
  readonly clock: MachineClock;
  readonly mode: 'sandbox' | 'production';
  readonly onReleaseHeld?: () => void;
  calendarNow(reader: HostmasterReader): Promise<number>;
  readonly log: Logger;
}
