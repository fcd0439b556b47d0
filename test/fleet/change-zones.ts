/** Random changes of zones, from workers that own different zones, so that none disturbs another. */
import { setTimeout as wait } from 'node:timers/promises';
import type { Input } from '@hostmaster/contract';
import { contact } from '@hostmaster/test-rig/service';
import type { Random } from '../fuzz/random.ts';
import type { Fleet } from './fleet.ts';

const owners = ['@', 'www', 'mail', 'a.b', '*', 'txt', 'x1', 'x2'] as const;
const recordsMax = 12;

/** Registers and writes records at once, before the registry has confirmed. */
export async function registerWithRecords(
  fleet: Fleet,
  domain: string,
  options: { readonly random: Random; readonly years: number },
): Promise<void> {
  const { random, years } = options;
  await patiently(() => fleet.client.call('registerDomain', { domain, years, contact }));
  for (let count = 1 + random.below(3); count > 0; count -= 1) {
    await patiently(() => fleet.client.call('createRecord', { domain, ...randomRecord(random) }));
  }
}

/** One change: a new record, or one that is edited or deleted. */
export async function changeZone(fleet: Fleet, domain: string, random: Random): Promise<void> {
  const { records } = await fleet.client.call('listRecords', { domain });
  const kind = random.below(10);
  if (records.length === 0 || (kind < 5 && records.length < recordsMax)) {
    await fleet.client.call('createRecord', { domain, ...randomRecord(random) });
    return;
  }
  const { id: recordId, type } = random.pick(records);
  if (kind < 8) {
    const { value, ttl } = randomRecord(random, type);
    await fleet.client.call('updateRecord', { domain, recordId, value, ttl });
  } else await fleet.client.call('deleteRecord', { domain, recordId });
}

/** Repeats a call while the service is away. */
export async function patiently<T>(call: () => Promise<T>): Promise<T | null> {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (!isUnreachable(error)) throw error;
      await wait(50);
    }
  }
}

function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^E(CONN|PIPE)/.test(String(error.code));
}

type RandomRecord = Required<Pick<Input<'createRecord'>, 'type' | 'name' | 'value' | 'ttl'>>;

const makers = {
  A: (random: Random) => `192.0.2.${random.below(256)}`,
  AAAA: (random: Random) => `2001:db8::${(1 + random.below(65_535)).toString(16)}`,
  TXT: (random: Random) => `text ${random.below(1_000_000)} ${'x'.repeat(random.below(300))}`,
  MX: (random: Random) => `${random.below(100)} mail${random.below(9)}.example.net`,
} as const;

function randomRecord(random: Random, wanted?: string): RandomRecord {
  const types = Object.keys(makers) as (keyof typeof makers)[];
  const type = types.find((each) => each === wanted) ?? random.pick(types);
  return {
    type,
    name: random.pick(owners),
    value: makers[type](random),
    ttl: random.pick([60, 300, 3_600]),
  };
}
