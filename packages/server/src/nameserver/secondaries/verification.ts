/**
 * Queries again the serials that secondaries have confirmed, because a secondary can lose its zones:
 * its disk is replaced, or a zone expires. After start-up, and when one has lost a zone or does not
 * answer, all its zones are checked; otherwise a few at a time.
 */
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import { Loop } from '../../base/loop.ts';
import { pageConfirmed } from '../../storage/queries/secondaries/zone-confirmations.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { Confirmations } from './confirmations.ts';
import type { Notifier } from './notifier.ts';
import type { SecondaryDirectory } from './secondaries.ts';
import type { Expected, ReportedSerial, SerialChecks } from './serial-checks.ts';

export interface VerificationOptions {
  readonly database: HostmasterDatabase;
  readonly secondaries: SecondaryDirectory;
  readonly checks: SerialChecks;
  readonly confirmations: Confirmations;
  readonly notifier: Notifier;
  readonly catalog: string;
  readonly clock: MachineClock;
  readonly log: Logger;
}

/** The pass through the zones of one secondary. */
interface Pass {
  afterName: string;
  /** When the next page is due. */
  nextAt: number;
  /** It has lost a zone in this pass or the one before, or its zones were not checked yet. */
  isSuspect: boolean;
  /** Lost zones of this pass; a question without an answer counts too. */
  losses: number;
}

/** Each query costs half a millisecond of the processor, for each secondary. */
const everyMs = 1_000;
const pageZones = 100;
const restMs = 10_000;
/** Single zones expire; of a secondary that has lost more of them, reminders notify the others. */
const zonesNotifiedMax = 20;

export class Verification {
  readonly #options: VerificationOptions;
  readonly #passes = new Map<string, Pass>();
  readonly #loop: Loop;

  constructor(options: VerificationOptions) {
    this.#options = options;
    this.#loop = new Loop({
      run: () => this.#verify(),
      restMs: everyMs,
      onError: (error) =>
        options.log.warn({ err: error }, 'checking confirmed serials failed; trying again'),
    });
  }

  start(): void {
    this.#loop.start();
  }

  async stop(): Promise<void> {
    await this.#loop.stop();
  }

  async #verify(): Promise<void> {
    const { secondaries, clock } = this.#options;
    const names = (await secondaries.list()).map(({ name }) => name);
    for (const known of this.#passes.keys()) {
      if (!names.includes(known)) this.#passes.delete(known);
    }
    for (const name of names) {
      const pass = this.#passes.get(name) ?? newPass();
      this.#passes.set(name, pass);
      if (pass.nextAt <= clock.now()) await this.#verifyPage(name, pass);
    }
  }

  async #verifyPage(secondary: string, pass: Pass): Promise<void> {
    const { database, checks, clock } = this.#options;
    const { afterName } = pass;
    const page = { secondary, afterName, limit: pageZones };
    const zones = await database.all(pageConfirmed, page);
    pass.afterName = zones.at(-1)?.zone ?? '';
    if (zones.length < pageZones) {
      pass.afterName = '';
      pass.isSuspect = pass.losses > 0;
      pass.losses = 0;
    }
    pass.nextAt = clock.now() + (pass.isSuspect ? 0 : restMs);
    for (const each of zones) {
      const expected = { ...each, secondary };
      checks.once(expected, (held) => this.#noteBehind(pass, expected, held));
    }
  }

  #noteBehind(pass: Pass, expected: Expected, held: ReportedSerial): void {
    const { confirmations, notifier, catalog, clock, log } = this.#options;
    const { secondary, zone } = expected;
    pass.isSuspect = true;
    pass.losses += 1;
    if (held === 'unanswered') {
      pass.afterName = '';
      pass.nextAt = clock.now() + restMs;
      return;
    }
    log.warn({ ...expected, held }, 'a secondary has lost a version that it had');
    if (held === 'absent') confirmations.note({ secondary, zone, serial: null });
    // One that lost everything reads the catalog and fetches its zones without NOTIFY for each.
    const isZoneNotified = held !== 'absent' || pass.losses <= zonesNotifiedMax;
    for (const each of isZoneNotified ? [zone, catalog] : [catalog]) {
      notifier.remind({ zone: each, secondary }).catch((error: unknown) => {
        log.warn({ err: error }, 'notifying a secondary again failed; trying again');
      });
    }
  }
}

function newPass(): Pass {
  return { afterName: '', nextAt: 0, isSuspect: true, losses: 0 };
}
