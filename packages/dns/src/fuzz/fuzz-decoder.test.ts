import { describe, expect, it } from 'vitest';
import { fuzzDecoder } from './fuzz-decoder.ts';

const seed = 20_260_101;
const count = 50_000;

describe('damaged packets', () => {
  it(`${count} of them, from seed ${seed}, are read or refused in order`, () => {
    const report = fuzzDecoder({ seed, count });
    // Both happen often, or the damage would be too light or too heavy to prove anything.
    expect(report.decoded).toBeGreaterThan(count / 20);
    expect(report.refused).toBeGreaterThan(count / 4);
    // Wall-clock time on a busy machine: generous, and still far from a hang.
    expect(report.slowestMs).toBeLessThan(5000);
  }, 120_000);
});
