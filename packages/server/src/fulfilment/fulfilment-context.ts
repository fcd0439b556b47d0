/** The dependencies of the jobs that fulfil orders at the registry. */
import type { MachineClock } from '../base/clock.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { LifecycleRules } from '../domains/lifecycle.ts';
import type { JobContext } from '../jobs/job-handler.ts';
import type { NoticeLinks } from '../notices/notices.ts';
import type { RecordLimits } from '../operations/records/record-quota.ts';
import type { Registrar } from '../registrars/registrar.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';

export interface FulfilmentServices {
  readonly database: HostmasterDatabase;
  readonly registrar: Registrar;
  readonly secrets: SecretBox;
  readonly rules: LifecycleRules & {
    readonly limits: RecordLimits;
    readonly soaDefaults: SoaSettings;
    readonly defaultNameservers: readonly string[];
    readonly signsNewDomains: boolean;
    readonly parentResolvers: readonly string[];
  };
  readonly clock: MachineClock;
  /** The targets of links in notices. */
  readonly links: NoticeLinks;
  /** Calendar time, read in the transaction that uses it. */
  calendarNow(reader: HostmasterReader): Promise<number>;
}

export interface FulfilmentContext extends FulfilmentServices, JobContext {}
