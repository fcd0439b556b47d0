/** The programs of BIND, NLnet Labs and Knot that check a signed zone. */
import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type Name, type ResourceRecord, rrTypes, writeZoneFile } from '@hostmaster/dns';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import type { MovedClock } from '@hostmaster/test-rig/moved-clock';
import { afterAll, beforeAll } from 'vitest';

const run = promisify(execFile);

/** For the block that it is called in. The result is those that refuse a zone, with what they say. */
export function useZoneCheckers(): (
  zone: Name,
  records: readonly ResourceRecord[],
  clock?: MovedClock,
) => Promise<string[]> {
  let directory: string;
  beforeAll(async () => {
    requirePrograms({
      programs: ['dnssec-verify', 'ldns-verify-zone', 'kzonecheck'],
      packages: ['bind9-utils', 'ldnsutils', 'knot-dnssecutils'],
    });
    directory = await mkdtemp(join(tmpdir(), 'signed-zones-'));
  });
  afterAll(() => rm(directory, { recursive: true }));
  return async (zone, records, clock) => {
    const file = join(directory, 'zone');
    await writeFile(file, [...writeZoneFile(records, { origin: zone })].join(''));
    const faults: string[] = [];
    const digest = records.some(({ type }) => type === rrTypes.ZONEMD) ? ['-Z'] : [];
    // With DNSSEC, kzonecheck 3.2 refuses a zone with two combined keys, also where both have signed everything.
    const hasOneKey = records.filter(({ type }) => type === rrTypes.DNSKEY).length === 1;
    for (const [program, ...args] of [
      ['dnssec-verify', '-q', '-z', '-o', String(zone), file],
      ['ldns-verify-zone', ...digest, '-V', '1', file],
      ['kzonecheck', '-d', hasOneKey ? 'on' : 'off', '-o', String(zone), file],
    ] as const) {
      const env = { ...environment, ...clock?.environment };
      await run(program, args, { env }).catch((error: Error & { stdout: string }) =>
        faults.push(`${program}: ${error.message}${error.stdout}`),
      );
    }
    return faults;
  };
}
