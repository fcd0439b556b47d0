/** Metrics of the connections and commands to registries. */
import type { CommandEnd, EppLogEvent, PoolStatus } from '@hostmaster/epp';
import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

interface Named {
  readonly name: string;
}

export interface EppMetrics {
  onPool(registry: Named, status: () => PoolStatus): void;
  onEvent(registry: Named, event: EppLogEvent): void;
  onCommand(registry: Named, end: CommandEnd): void;
}

const connectionEvents: Readonly<Partial<Record<EppLogEvent['event'], string>>> = {
  opened: 'opened',
  closed: 'closed',
  'connect-failed': 'failed',
  'sign-in-refused': 'refused',
};

export function createEppMetrics(registry: Registry): EppMetrics {
  const pools = new Map<string, () => PoolStatus>();
  const commands = new Histogram({
    name: 'hostmaster_epp_command_seconds',
    help: 'Time of a command to a registry with its wait for a session, by command and result code.',
    labelNames: ['registry', 'command', 'code'],
    buckets: [0.01, 0.05, 0.2, 1, 5, 30],
    registers: [registry],
  });
  const connections = new Counter({
    name: 'hostmaster_epp_connections_total',
    help: 'Sessions by what happened: opened, closed, failed, refused.',
    labelNames: ['registry', 'outcome'],
    registers: [registry],
  });
  const loginEvents = new Counter({
    name: 'hostmaster_epp_login_events_total',
    help: 'What the registry said at sign-ins about password, certificate and connection.',
    labelNames: ['registry', 'type', 'level'],
    registers: [registry],
  });
  const deposit = new Gauge({
    name: 'hostmaster_epp_deposit',
    help: 'The last balance that the registry told.',
    labelNames: ['registry', 'currency'],
    registers: [registry],
  });
  new Gauge({
    name: 'hostmaster_epp_sessions',
    help: 'Sessions by state: idle, busy, connecting.',
    labelNames: ['registry', 'state'],
    registers: [registry],
    collect() {
      for (const [name, status] of pools) {
        const { open, busy, connecting } = status();
        this.set({ registry: name, state: 'idle' }, open - busy);
        this.set({ registry: name, state: 'busy' }, busy);
        this.set({ registry: name, state: 'connecting' }, connecting);
      }
    },
  });
  new Gauge({
    name: 'hostmaster_epp_queue',
    help: 'Commands that wait for a session.',
    labelNames: ['registry'],
    registers: [registry],
    collect() {
      for (const [name, status] of pools) this.set({ registry: name }, status().waiting);
    },
  });
  return {
    onPool: ({ name }, status) => pools.set(name, status),
    onEvent: ({ name }, event) => {
      const outcome = connectionEvents[event.event];
      if (outcome !== undefined) connections.inc({ registry: name, outcome });
      if (event.event !== 'login-events') return;
      for (const { type, level } of event.events) loginEvents.inc({ registry: name, type, level });
    },
    onCommand: ({ name }, { type, code, ms, balance }) => {
      commands.observe({ registry: name, command: type, code: String(code) }, ms / 1_000);
      if (balance === undefined) return;
      deposit.set({ registry: name, currency: balance.currency ?? '' }, Number(balance.amount));
    },
  };
}
