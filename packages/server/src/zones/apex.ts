/** The SOA and NS records of a zone: what it has besides its owner's records. */
import {
  classes,
  Name,
  type ResourceRecord,
  rrTypes,
  type SoaData,
  soaCodec,
} from '@hostmaster/dns';

/**
 * Secondaries hear of changes by NOTIFY; the refresh time is for what NOTIFY missed. They go on for
 * two weeks without us. Negative answers live for five minutes (RFC 2308).
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

/** The first nameserver is named as the primary; the real one stays hidden. */
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

/** The same SOA in another version of the zone. */
export function withSerial(soa: ResourceRecord, serial: number): ResourceRecord {
  return { ...soa, rdata: soaCodec.encode({ ...soaCodec.decode(soa.rdata), serial }) };
}
