/** A zone as a secondary has it, beside what the API shows: compared as bytes, not as text. */
import {
  canonicalRdata,
  classes,
  Name,
  presentRdata,
  type ResourceRecord,
  rrTypes,
  soaSerial,
  typeName,
} from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { parseRecordValue, recordRdata } from '@hostmaster/dns/records';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { toAsciiName } from '../../packages/server/src/domains/host-labels.ts';
import { askWhole } from './ask-transfer.ts';

export interface ZoneCopy {
  readonly serial: number;
  /** Everything but the SOA, sorted, as text that is equal only for equal bytes. */
  readonly records: readonly string[];
}

/** The whole zone from any server; throws when it is refused. */
export async function fetchZone(
  port: number,
  zone: string,
  options: { readonly key?: TsigKey; readonly soa?: ResourceRecord } = {},
): Promise<ZoneCopy & { readonly soa: ResourceRecord }> {
  const transferred = await askWhole({ dnsPort: port }, { zone, ...options });
  const soa = transferred.find(({ type }) => type === rrTypes.SOA);
  if (soa === undefined) throw new Error(`${zone} has no SOA.`);
  return {
    soa,
    serial: soaSerial(soa.rdata),
    records: comparable(transferred.filter(({ type }) => type !== rrTypes.SOA)),
  };
}

/** What a secondary should have, as text that is equal only for equal bytes. */
export async function expectedZone(client: ApiClient, zone: string): Promise<readonly string[]> {
  return comparable(await publishedRecords(client, zone));
}

/** The nameservers, and what the records say on their own. */
export async function publishedRecords(
  client: ApiClient,
  zone: string,
): Promise<readonly ResourceRecord[]> {
  const { nameservers } = (await client.call('getDomain', { domain: zone })).domain;
  const { records } = await client.call('listRecords', { domain: zone });
  const expected: ResourceRecord[] = nameservers.map((host) => ({
    name: Name.parse(zone),
    type: rrTypes.NS,
    class: classes.IN,
    ttlSeconds: 3_600,
    rdata: Name.parse(host).wire,
  }));
  for (const record of records) {
    const parsed = parseRecordValue(record.type, record.value, {
      origin: zone,
      toAscii: toAsciiName,
    });
    // The targets of the tests have no address: the name exists without data.
    const wire =
      record.type === 'ALIAS'
        ? { typeCode: 65_300, rdata: new Uint8Array() }
        : parsed.ok
          ? recordRdata(parsed.data)
          : null;
    if (wire === null) continue;
    expected.push({
      name: Name.parse(record.name === '@' ? zone : `${record.name}.${zone}`),
      type: wire.typeCode,
      class: classes.IN,
      ttlSeconds: record.ttl,
      rdata: wire.rdata,
    });
  }
  return expected;
}

/** As sorted text that is equal only for equal bytes. */
export function comparable(records: readonly ResourceRecord[]): string[] {
  return records.map(show).sort();
}

function show({ name, type, ttlSeconds, rdata }: ResourceRecord): string {
  const canonical = canonicalRdata(type, rdata);
  return `${name.toLowerCase()} ${ttlSeconds} ${typeName(type)} ${presentRdata({ type, rdata: canonical })} ${Buffer.from(canonical).toString('hex')}`;
}
