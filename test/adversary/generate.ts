/**
 * The attacker, in a process of its own and with the lowest priority, so that the service is measured
 * and not the machine: repeats attacks until its parent asks for the result. Started by processes.ts.
 */
import { once } from 'node:events';
import { getPriority, setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import type { Attack } from './attack.ts';
import { attacks } from './attacks.ts';
import { HttpClient } from './http-client.ts';
import type { World } from './world.ts';

export interface GeneratorOrder {
  readonly world: World;
  readonly names: readonly string[];
  /** Instead of those that each attack has when it runs alone. */
  readonly connections: number | null;
}

export interface GeneratorResult {
  /** How often each status was answered. */
  readonly statuses: Readonly<Record<string, number>>;
  /** Answers with 5xx that no contract names, each once. */
  readonly faults: readonly string[];
  readonly seconds: number;
}

/** Below its parent as far as possible: on a busy machine the parent can be started with a higher one. */
setPriority(Math.min(19, getPriority() + 19));
const [{ world, names, connections }] = (await once(process, 'message')) as [GeneratorOrder];
const client = new HttpClient();
const statuses = new Map<string, number>();
const faults = new Set<string>();
const startedAt = performance.now();
let connectionsOpened = 0;

process.on('message', () => {
  const seconds = (performance.now() - startedAt) / 1_000;
  const result: GeneratorResult = {
    statuses: Object.fromEntries(statuses),
    faults: [...faults],
    seconds,
  };
  process.send?.(result, () => process.exit(0));
});
process.on('disconnect', () => process.exit(0));

for (const attack of attacks.filter(({ name }) => names.includes(name))) void repeat(attack);
process.send?.('started');

function repeat(attack: Attack): void {
  const count = connections ?? attack.connections;
  let index = 0;
  for (let started = 0; started < count; started += 1) {
    const connection = connectionsOpened++;
    void (async () => {
      for (;;) {
        const status = await attack.send(world, { index: index++, connection, client });
        note(attack.name, status);
        // The service has gone, or refuses connections.
        if (status === '0' || status === 'error') await delay(20);
      }
    })();
  }
}

/** 503 is the answer when storage or registry cannot be asked. */
function note(name: string, status: string): void {
  const short = status.slice(0, 3) === '503' ? '503' : status.split(' ', 1)[0];
  statuses.set(short ?? '', (statuses.get(short ?? '') ?? 0) + 1);
  if (/^5/.test(status) && short !== '503') faults.add(`${name}: ${status.slice(0, 300)}`);
}
