/**
 * The zone of a suffix as a registry publishes it: each registered name with its nameservers and DS
 * records, and the addresses of hosts below the suffix. Names on hold or deleted are left out.
 */
import {
  classes,
  Name,
  parseIpAddress,
  parseRdata,
  type ResourceRecord,
  rrTypes,
  soaCodec,
} from '@hostmaster/dns';
import { standingOf } from './registry-object.ts';
import type { HostObject } from './storage/tables/hosts.ts';
import type { RegistryObject } from './storage/tables/objects.ts';

const apexTtlSeconds = 3_600;
const delegationTtlSeconds = 3_600;
/** Short, because tests of rollovers wait for it. */
const dsTtlSeconds = 300;

export interface ParentServer {
  readonly name: string;
  readonly address: string;
}

export function parentApex(
  suffix: string,
  { server, serial }: { readonly server: ParentServer; readonly serial: number },
): ResourceRecord[] {
  const name = Name.parse(suffix);
  const primary = Name.parse(server.name);
  const soa = soaCodec.encode({
    type: 'SOA',
    primary,
    mailbox: Name.parse(`hostmaster.${suffix}`),
    serial,
    refreshSeconds: 300,
    retrySeconds: 60,
    expireSeconds: 604_800,
    negativeTtlSeconds: 60,
  });
  return [
    record(name, { type: rrTypes.SOA, ttlSeconds: apexTtlSeconds, rdata: soa }),
    record(name, { type: rrTypes.NS, ttlSeconds: apexTtlSeconds, rdata: primary.wire }),
    ...addressRecords(server.name, [server.address]),
  ];
}

/** What the suffix publishes about a name; nothing while it is not registered or on hold. */
export function delegationRecords(
  object: RegistryObject,
  machineNow: number,
): readonly ResourceRecord[] {
  const { statuses, nameservers, dnssec } = object;
  const isPublished =
    standingOf(object, machineNow) === 'registered' &&
    !statuses.includes('clientHold') &&
    !statuses.includes('pendingDelete') &&
    nameservers.length > 0;
  if (!isPublished) return [];
  const name = Name.parse(object.name);
  const servers = nameservers.map((host) =>
    record(name, {
      type: rrTypes.NS,
      ttlSeconds: delegationTtlSeconds,
      rdata: Name.parse(host).wire,
    }),
  );
  const signers = dnssec.map(({ keyTag, algorithm, digestType, digest }) =>
    record(name, {
      type: rrTypes.DS,
      ttlSeconds: dsTtlSeconds,
      rdata: parseRdata(rrTypes.DS, `${keyTag} ${algorithm} ${digestType} ${digest}`),
    }),
  );
  return [...servers, ...signers];
}

export function glueRecords({
  name,
  addresses,
}: Pick<HostObject, 'name' | 'addresses'>): readonly ResourceRecord[] {
  return addressRecords(name, addresses);
}

function addressRecords(host: string, addresses: readonly string[]): ResourceRecord[] {
  return addresses.flatMap((text) => {
    const rdata = parseIpAddress(text);
    if (rdata === null) return [];
    const type = rdata.length === 4 ? rrTypes.A : rrTypes.AAAA;
    return [record(Name.parse(host), { type, ttlSeconds: delegationTtlSeconds, rdata })];
  });
}

function record(
  name: Name,
  fields: Pick<ResourceRecord, 'type' | 'ttlSeconds' | 'rdata'>,
): ResourceRecord {
  return { name, class: classes.IN, ...fields };
}
