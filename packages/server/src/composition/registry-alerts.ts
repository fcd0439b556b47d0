/** Mails the operator what needs a person: a refused sign-in or a warning, a low deposit, a growing queue. */
import { minuteMs } from '@hostmaster/contract/durations';
import type { EppLogEvent, PoolStatus } from '@hostmaster/epp';
import type { Logger } from 'pino';
import { loginEventText, needsPerson } from '../adapters/epp/login-events.ts';
import type { RegistryObserver } from '../adapters/epp/registry-observer.ts';
import type { MachineClock } from '../base/clock.ts';
import { persistChange } from '../changes/persist.ts';
import type { Config } from '../config/config.ts';
import type { Chore } from '../jobs/housekeeping.ts';
import type { EppMetrics } from '../metrics/epp-metrics.ts';
import { personalMail } from '../notices/new-mail.ts';
import { type RegistryAlert, registryAlert } from '../notices/operator-notices.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

interface AlertParts {
  readonly config: Pick<Config, 'operatorEmail' | 'publicUrl'>;
  readonly metrics: EppMetrics;
  readonly log: Logger;
}

/** A queue that was longer at each of this many looks in a row is growing. */
const growingLooks = 3;
const queueMin = 20;
const billingFailure = 2104;

/** The database is opened after the metrics, so `observe` takes it. */
export function createRegistryWatch({ config, metrics, log }: AlertParts): {
  observe(stores: {
    readonly database: HostmasterDatabase;
    readonly clock: MachineClock;
  }): RegistryObserver;
  readonly chore: Chore;
} {
  const queues = new Map<string, QueueWatch>();
  let post = async (_registry: string, _alert: RegistryAlert): Promise<void> => {};
  const raise = (registry: string, alert: RegistryAlert) =>
    post(registry, alert).catch((error: unknown) =>
      log.error({ err: error, registry, alert }, 'the operator could not be alerted'),
    );
  return {
    observe({ database, clock }) {
      post = async (registry, alert) => {
        const recipient = config.operatorEmail;
        if (recipient === null) return;
        const at = clock.now();
        const day = new Date(at).toISOString().slice(0, 10);
        const notice = registryAlert(config, { registry, day, alert });
        await persistChange(database, {
          mails: [personalMail({ cause: null, recipient, at, notice })],
        });
      };
      return {
        onPool(registry, status) {
          metrics.onPool(registry, status);
          queues.set(registry.name, new QueueWatch(status));
        },
        onEvent(registry, event) {
          metrics.onEvent(registry, event);
          const alert = alertOf(event);
          if (alert !== null) void raise(registry.name, alert);
        },
        onCommand(registry, end) {
          metrics.onCommand(registry, end);
          if (end.code === billingFailure) void raise(registry.name, { kind: 'deposit-empty' });
          const { balance } = end;
          if (balance === undefined || registry.depositAlert === null) return;
          if (Number(balance.amount) >= registry.depositAlert) return;
          const deposit = `${balance.amount} ${balance.currency ?? ''}`.trim();
          void raise(registry.name, { kind: 'deposit-low', deposit });
        },
      };
    },
    chore: {
      name: 'registry queues',
      everyMs: minuteMs,
      async run() {
        for (const [registry, queue] of queues) {
          const waiting = queue.look();
          if (waiting !== null) await raise(registry, { kind: 'queue-growing', waiting });
        }
      },
    },
  };
}

function alertOf(event: EppLogEvent): RegistryAlert | null {
  if (event.event === 'sign-in-refused' && event.retryInMs === null) {
    return { kind: 'sign-in-refused', reason: event.reason };
  }
  if (event.event !== 'login-events') return null;
  const warnings = event.events.filter(needsPerson).map(loginEventText);
  return warnings.length === 0 ? null : { kind: 'login-warning', warnings: warnings.join('; ') };
}

export class QueueWatch {
  readonly #status: () => Pick<PoolStatus, 'waiting'>;
  #last = 0;
  #rises = 0;

  constructor(status: () => Pick<PoolStatus, 'waiting'>) {
    this.#status = status;
  }

  /** How many commands wait, when the queue is long and has grown at each of the last looks. */
  look(): number | null {
    const { waiting } = this.#status();
    this.#rises = waiting > this.#last ? this.#rises + 1 : 0;
    this.#last = waiting;
    return this.#rises >= growingLooks && waiting >= queueMin ? waiting : null;
  }
}
