import { dayMs } from '@hostmaster/contract/durations';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isoTime } from './iso-time.ts';

it('writes every time as Date does', () => {
  const anyTime = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
  const nearTime = fc.integer({ min: 0, max: 4_102_444_800_000 });
  fc.assert(
    fc.property(fc.oneof(anyTime, nearTime), (at) => {
      expect(isoTime(at)).toBe(new Date(at).toISOString());
    }),
  );
});

it('writes more different days than it caches', () => {
  for (let day = 0; day < 10_000; day += 1) {
    const at = day * dayMs + day;
    expect(isoTime(at)).toBe(new Date(at).toISOString());
  }
});
