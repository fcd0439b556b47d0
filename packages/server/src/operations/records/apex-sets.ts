/**
 * SOA and NS of the apex in a change of sets. They are not records of the customer: the mailbox and the
 * timers of the SOA can be replaced, and a change that leaves the rest as it is is accepted.
 */
import { Name, rrTypes, soaCodec } from '@hostmaster/dns';
import { domains, type SoaSettings } from '../../storage/tables/domains/domains.ts';
import { type SoaDomain, soaRecord } from '../../zones/apex.ts';
import { soaProblem, soaSettingsOf } from '../../zones/soa-settings.ts';
import { refuseSet, type SetChange } from './set-edits.ts';

/** The changes of SOA and NS of the apex, and all others. */
export function splitApex(changes: readonly SetChange[]): {
  readonly apex: readonly SetChange[];
  readonly others: readonly SetChange[];
} {
  const isApex = ({ owner, typeCode }: SetChange) =>
    owner === '@' && (typeCode === rrTypes.SOA || typeCode === rrTypes.NS);
  return { apex: changes.filter(isApex), others: changes.filter((change) => !isApex(change)) };
}

/** The SOA after the changes; throws when they would alter what cannot be changed here. */
export function soaAfter(
  domain: SoaDomain,
  apex: readonly SetChange[],
  soaDefaults: SoaSettings,
): SoaSettings | null {
  let { soa } = domain.zone;
  for (const change of apex) {
    if (change.typeCode === rrTypes.NS) requireSameServers(domain, change);
    else soa = replacedSoa(domains.changed(domain, { soa }), change, soaDefaults);
  }
  return soa;
}

function replacedSoa(
  domain: SoaDomain,
  change: SetChange,
  soaDefaults: SoaSettings,
): SoaSettings | null {
  const { rdata } = soaRecord(domain, { soaDefaults, serial: 0 });
  if (isSame(change, [rdata], withoutSerial)) return domain.zone.soa;
  const refuse = (reason: string) => refuseSet({ zone: domain.name, ...change }, reason);
  const [member, ...more] = change.members;
  if (change.kind !== 'replace' || member === undefined || more.length > 0) {
    throw refuse('a zone has exactly one SOA; replace it');
  }
  const data = soaCodec.decode(member.form.rdata);
  const [primary = ''] = domain.zone.nameservers;
  if (!data.primary.equals(Name.parse(primary))) {
    throw refuse(`the primary must be ${primary}., the first nameserver of the domain`);
  }
  const wanted = soaSettingsOf(domain.name, data);
  if (wanted === null) throw refuse('the mailbox must be an email address, its @ written as a dot');
  const problem = soaProblem(wanted);
  if (problem !== null) throw refuse(`${timerWords[problem.field]} ${problem.message}`);
  const isDefault = Object.entries(wanted).every(
    ([field, value]) => soaDefaults[field as keyof SoaSettings] === value,
  );
  return isDefault ? null : wanted;
}

const timerWords: Readonly<Record<keyof SoaSettings, string>> = {
  mailbox: 'the mailbox',
  refreshSeconds: 'the refresh time',
  retrySeconds: 'the retry time',
  expireSeconds: 'the expiry time',
  negativeTtlSeconds: 'the minimum TTL',
};

function requireSameServers(
  { name: zone, zone: { nameservers } }: SoaDomain,
  change: SetChange,
): void {
  const hosts = nameservers.map((host) => Name.parse(host).wire);
  if (isSame(change, hosts, (rdata) => rdata)) return;
  throw refuseSet(
    { zone, ...change },
    `the nameservers of the domain itself are ${nameservers.join(', ')}; change them with PATCH /v1/domains/${zone}/nameservers`,
  );
}

/** Whether a set is the same after the change. */
function isSame(
  { kind, members }: SetChange,
  held: readonly Uint8Array[],
  comparable: (rdata: Uint8Array) => Uint8Array,
): boolean {
  const keyOf = (rdata: Uint8Array) => Buffer.from(comparable(rdata)).toString('hex');
  const now = new Set(held.map(keyOf));
  const named = new Set(members.map(({ form }) => keyOf(form.rdata)));
  if (kind === 'prune') return now.isDisjointFrom(named);
  if (kind === 'extend') return now.isSupersetOf(named);
  return now.size === named.size && now.isSupersetOf(named);
}

/** Clients send back the serial that they have read. */
function withoutSerial(rdata: Uint8Array): Uint8Array {
  return soaCodec.encode({ ...soaCodec.decode(rdata), serial: 0 });
}
