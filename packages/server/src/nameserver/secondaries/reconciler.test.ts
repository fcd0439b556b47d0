import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageConfirmations } from '../../storage/queries/secondaries/zone-confirmations.ts';
import { Reconciler } from './reconciler.ts';
import type { Expected, ReportedSerial } from './serial-checks.ts';

const start = 1_000_000;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

/** A reconciler of one secondary that answers by `answer`; null when it has the version. */
function reconcile(zones: number, answer: (zone: string) => ReportedSerial | null) {
  const names = Array.from({ length: zones }, (_, i) => `z${String(i).padStart(6, '0')}.com`);
  const confirmed = new Map<string, number | null>(names.map((zone) => [zone, 7]));
  const asked: string[] = [];
  const announced: string[] = [];
  const options = {
    database: {
      all: async (query: unknown, page: { afterName: string; pageZones: number }) =>
        query !== pageConfirmations
          ? []
          : names
              .filter((zone) => zone > page.afterName)
              .slice(0, page.pageZones)
              .map((zone) => ({
                zone,
                serial: 7,
                changedAt: 0,
                listedId: zone,
                domainId: zone,
                confirmedSerial: confirmed.get(zone) ?? null,
              })),
      first: async () => undefined,
    },
    secondaries: { list: async () => [{ name: 'ns1' }] },
    checks: {
      once({ zone }: Expected, onBehind: (held: ReportedSerial) => void) {
        asked.push(zone);
        const held = answer(zone);
        if (held === null) confirmed.set(zone, 7);
        else onBehind(held);
      },
    },
    observations: { confirm: ({ zone }: Expected) => confirmed.set(zone, null) },
    notifier: { remind: async ({ zone }: Expected) => void announced.push(zone) },
    clock: { now: () => start + performance.now() },
    random: { below: (limit: number) => (asked.length * 37) % limit },
    stopping: new AbortController().signal,
    catalog: 'catalog.invalid',
    log: { warn: () => undefined },
  };
  const reconciler = new Reconciler(options as never);
  reconciler.start();
  return { reconciler, confirmed, asked, announced };
}

it('asks for all zones after the start, 100 a second, and then for a few of each page', async () => {
  const { reconciler, asked } = reconcile(1_000, () => null);
  await vi.advanceTimersByTimeAsync(10_500);
  expect(new Set(asked).size).toBe(1_000);
  asked.length = 0;
  await vi.advanceTimersByTimeAsync(30_000);
  expect(asked.length).toBeGreaterThan(0);
  expect(asked.length).toBeLessThan(500);
  await reconciler.stop();
});

it('announces what was lost, and asks for everything again until a pass finds nothing', async () => {
  const lost = new Set(['z000500.com']);
  const { reconciler, asked, announced } = reconcile(1_000, (zone) =>
    lost.delete(zone) ? 'absent' : null,
  );
  await vi.advanceTimersByTimeAsync(25_000);
  expect(announced).toEqual(['z000500.com', 'catalog.invalid']);
  expect(asked.filter((zone) => zone === 'z000900.com').length).toBeGreaterThan(1);
  await reconciler.stop();
});

it('reminds of at most 25 zones a second, and reaches the last zone', async () => {
  const { reconciler, confirmed, announced } = reconcile(200, () => 6);
  for (const zone of confirmed.keys()) confirmed.set(zone, 6);
  await vi.advanceTimersByTimeAsync(3_500);
  expect(announced.length).toBeLessThanOrEqual(100);
  await vi.advanceTimersByTimeAsync(6_000);
  expect(announced).toContain('z000199.com');
  await reconciler.stop();
});

it('does not hurry while the secondary is silent', async () => {
  const { reconciler, asked, announced } = reconcile(1_000, () => 'unanswered');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked.length).toBeLessThanOrEqual(300);
  expect(announced).toEqual([]);
  await reconciler.stop();
});
