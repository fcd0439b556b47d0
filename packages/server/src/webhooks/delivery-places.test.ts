import { expect, it } from 'vitest';
import { DeliveryPlaces } from './delivery-places.ts';

const quick = { status: 200, durationMs: 20 };
const slow = { status: 200, durationMs: 5_000 };

/** How many of the deliveries get a place, when none ends. */
function admitted(
  places: DeliveryPlaces,
  keysOf: (index: number) => { workspace?: string; account?: string; host?: string },
): number {
  const results = Array.from({ length: 200 }, (_, index) => {
    const own = `own-${index}`;
    return places.enter({ workspace: own, account: own, host: own, ...keysOf(index) });
  });
  return results.filter((result) => typeof result === 'function').length;
}

it.each([
  ['workspace', 4, () => ({ workspace: 'a' })],
  ['account', 8, () => ({ account: 'a' })],
  ['host', 8, () => ({ host: 'a.com' })],
] as const)('one %s has at most %i places', (_, max, keysOf) => {
  expect(admitted(new DeliveryPlaces(), keysOf)).toBe(max);
});

it('a slow target has one place, also when it was quick in between', () => {
  const places = new DeliveryPlaces();
  places.note('a.com', slow);
  places.note('a.com', quick);
  expect(places.isSlow('a.com')).toBe(true);
  expect(admitted(places, () => ({ host: 'a.com' }))).toBe(1);
});

it('slow targets together have a quarter of the places, and leave room for those that answer', () => {
  const places = new DeliveryPlaces();
  for (let index = 0; index < 200; index += 1) places.note(`own-${index}`, slow);
  expect(admitted(places, () => ({}))).toBe(32);
  places.note('good.com', quick);
  expect(places.enter({ workspace: 'w', account: 'a', host: 'good.com' })).toBeTypeOf('function');
});

it('targets without an answer so far leave a quarter of the places to the others', () => {
  const places = new DeliveryPlaces();
  places.note('own-0', { status: null, durationMs: 10 });
  expect(admitted(places, () => ({}))).toBe(96);
  places.note('good.com', quick);
  expect(places.enter({ workspace: 'w', account: 'a', host: 'good.com' })).toBeTypeOf('function');
});

it('gives a place back, and lets those without one come again one after the other', () => {
  const places = new DeliveryPlaces();
  const keys = { workspace: 'w', account: 'a', host: 'a.com' };
  const leaves = Array.from({ length: 4 }, () => places.enter(keys));
  const waits = Array.from({ length: 100 }, () => Number(places.enter(keys)));
  expect(waits[0]).toBeGreaterThanOrEqual(250);
  expect(waits.every((wait, index) => index === 0 || wait > (waits[index - 1] ?? 0) + 50)).toBe(
    true,
  );
  for (const leave of leaves) if (typeof leave === 'function') leave();
  expect(places.enter(keys)).toBeTypeOf('function');
});
