/** The SOA and NS records at the apex of a zone, which are not records of the customer. */
import {
  classes,
  Name,
  type ResourceRecord,
  rrTypes,
  type SoaData,
  soaCodec,
} from '@hostmaster/dns';

/**
 * Secondaries learn of changes by NOTIFY; the refresh timer covers a lost NOTIFY. Without the
 * primary they answer for two weeks. Negative answers are cached for five minutes (RFC 2308).
 */
const soaTimers = {
  refreshSeconds: 3_600,
  retrySeconds: 600,
  expireSeconds: 1_209_600,
  negativeTtlSeconds: 300,
} as const;

const apexTtlSeconds = 3_600;

export function nameserverRecords(
  zone: string,
  nameservers: readonly string[],
): readonly ResourceRecord[] {
  const name = Name.parse(zone);
  return nameservers.map((host) => ({
    name,
    type: rrTypes.NS,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata: Name.parse(host).wire,
  }));
}

/** MNAME is the first public nameserver, because the primary is hidden. */
export function soaRecord(
  zone: string,
  version: { readonly primary: string; readonly serial: number },
): ResourceRecord {
  const name = Name.parse(zone);
  const data: SoaData = {
    type: 'SOA',
    primary: Name.parse(version.primary),
    mailbox: Name.parse(`hostmaster.${zone}`),
    serial: version.serial,
    ...soaTimers,
  };
  return {
    name,
    type: rrTypes.SOA,
    class: classes.IN,
    ttlSeconds: apexTtlSeconds,
    rdata: soaCodec.encode(data),
  };
}

/** The SOA of another version of the zone. */
export function withSerial(soa: ResourceRecord, serial: number): ResourceRecord {
  return { ...soa, rdata: soaCodec.encode({ ...soaCodec.decode(soa.rdata), serial }) };
}
