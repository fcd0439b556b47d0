import { dayMs, hourMs } from '@hostmaster/contract/durations';
import { soaCodec } from '@hostmaster/dns';
import { expect, it } from 'vitest';
import { signedSoa, soaRecord } from './apex.ts';
import { endOfSignatures, refreshWithinMs, signatureTimes } from './signature-times.ts';
import { standardSoa } from './soa-settings.ts';

const now = Date.UTC(2030, 4, 6, 7, 8, 9, 999);
/** Names as a customer with many has them: they differ in a few letters only. */
const zones = Array.from({ length: 10_000 }, (_, index) => `name-${index}.com`);

it('signatures are valid from an hour back, for 14 days from now, in whole seconds', () => {
  const { inception, expiration } = signatureTimes('example.com', now).validity;
  expect(inception * 1_000).toBe(Date.UTC(2030, 4, 6, 6, 8, 9));
  expect(expiration * 1_000).toBe(Date.UTC(2030, 4, 20, 7, 8, 9));
});

it('they are made again from 5 days before their end, within 16 hours, and the same for a zone each time', () => {
  for (const zone of zones) {
    const { validity, refreshAt } = signatureTimes(zone, now);
    const dueMs = refreshAt - (validity.expiration * 1_000 - 5 * dayMs);
    expect(dueMs, zone).toBeGreaterThanOrEqual(0);
    expect(dueMs, zone).toBeLessThan(16 * hourMs);
    const later = signatureTimes(zone, now + 3 * dayMs);
    expect(later.refreshAt - refreshAt, zone).toBe(3 * dayMs);
    expect(endOfSignatures(zone, refreshAt), zone).toBe(validity.expiration * 1_000);
  }
});

it('zones that were signed together are made again in 16 hours of nearly the same share', () => {
  const { validity } = signatureTimes('', now);
  const first = validity.expiration * 1_000 - 5 * dayMs;
  const hours = Map.groupBy(zones, (zone) =>
    Math.floor((signatureTimes(zone, now).refreshAt - first) / hourMs),
  );
  const counts = [...hours.values()].map(({ length }) => length);
  expect(counts).toHaveLength(16);
  // An even share is 625.
  expect(Math.max(...counts)).toBeLessThan(700);
  expect(Math.min(...counts)).toBeGreaterThan(550);
});

it('a secondary without contact stops answering before the signatures that it has end', () => {
  const rests = zones.map((zone) => {
    const { validity, refreshAt } = signatureTimes(zone, now);
    return validity.expiration * 1_000 - refreshAt;
  });
  const domain = {
    name: 'example.com',
    zone: { nameservers: ['ns1.example.net', 'ns2.example.net'], soa: null },
  };
  const soa = signedSoa(soaRecord(domain, { soaDefaults: standardSoa, serial: 1 }));
  const { refreshSeconds, expireSeconds } = soaCodec.decode(soa.rdata);
  const hoursLeft = (Math.min(...rests) - expireSeconds * 1_000) / hourMs;
  // The time in which the signatures have to be made again.
  expect(hoursLeft).toBeGreaterThanOrEqual(8);
  // A secondary asks more often than once in that time.
  expect(refreshSeconds * 1_000).toBeLessThan(hoursLeft * hourMs);
});

it('only signatures of a clock that is ahead are made again after more than 9 days and 17 hours', () => {
  expect(refreshWithinMs).toBe(9 * dayMs + 17 * hourMs);
  const ahead = now + 17 * hourMs + 1_000;
  for (const zone of zones) {
    expect(signatureTimes(zone, now).refreshAt, zone).toBeLessThan(now + refreshWithinMs);
    expect(signatureTimes(zone, ahead).refreshAt, zone).toBeGreaterThan(now + refreshWithinMs);
  }
});
