/** Asks a server on this machine for a zone, as a secondary does. */
import { Name, type ResourceRecord, type TransferResult } from '@hostmaster/dns';
import { type TsigKey, transferZone } from '@hostmaster/dns/node';
import { until } from '@hostmaster/test-rig/service';

interface Server {
  readonly dnsPort: number;
}

interface WantedZone {
  readonly zone: string;
  readonly key?: TsigKey;
  /** The version that the secondary has. */
  readonly soa?: ResourceRecord | undefined;
  /** Absent: the machine's. */
  readonly clock?: { now(): number };
}

export function askTransfer(
  { dnsPort: port }: Server,
  { zone, key, soa, clock = Date }: WantedZone,
): Promise<TransferResult> {
  return transferZone({
    address: '127.0.0.1',
    port,
    id: 7,
    zone: Name.parse(zone),
    timeoutMs: 20_000,
    nowSeconds: () => Math.floor(clock.now() / 1_000),
    ...(key === undefined ? {} : { key }),
    ...(soa === undefined ? {} : { soa }),
  });
}

/** All records of the zone; throws when it is not sent as a whole. */
export async function askWhole(
  server: Server,
  wanted: WantedZone,
): Promise<readonly ResourceRecord[]> {
  const result = await askTransfer(server, wanted);
  if (result.kind !== 'axfr') throw new Error(`The transfer of ${wanted.zone} was ${result.kind}.`);
  return result.records;
}

/** The same from a server that may be loading a change, and closes connections then. */
export async function untilWhole(
  server: Server,
  wanted: WantedZone,
): Promise<readonly ResourceRecord[]> {
  let records: readonly ResourceRecord[] = [];
  await until(`the server on port ${server.dnsPort} sends ${wanted.zone}`, async () => {
    records = await askWhole(server, wanted).catch(() => []);
    return records.length > 0;
  });
  return records;
}
