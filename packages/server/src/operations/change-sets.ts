/**
 * Changes whole sets of records (all records of a name and a type) in one transaction. The change
 * must be valid in its final state; sets that stay equal are not written. SOA and NS of the apex are not
 * records of the customer: a change that leaves them as they are is accepted.
 */
import { Name, rrTypes, soaCodec } from '@hostmaster/dns';
import { quotaExceeded } from '../base/errors.ts';
import { listOwnersRecords } from '../storage/queries/records.ts';
import type { HostmasterTx } from '../storage/schema.ts';
import type { Door } from '../storage/tables/zone-revisions.ts';
import { soaRecord } from '../zones/apex.ts';
import { changeRecords, type RecordDomain } from './change-records.ts';
import { assertChangeable, loadZone } from './loading.ts';
import type { Call } from './operation.ts';
import { editsOf, refuseSet, type SetChange } from './set-edits.ts';

/** Returns the number of records that were created, changed or deleted. */
export async function changeSets(
  tx: HostmasterTx,
  call: Call,
  input: {
    readonly domain: string;
    readonly changes: readonly SetChange[];
    readonly via: Door;
  },
): Promise<number> {
  const domain = await loadZone(tx, call, input.domain);
  assertChangeable(domain);
  const changes = input.changes.filter((change) => !isAboutApex(domain, change));
  const byOwner = Map.groupBy(changes, ({ owner }) => owner);
  const names = [...byOwner.keys()];
  const rows =
    names.length === 0 ? [] : await tx.all(listOwnersRecords, { domainId: domain.id, names });
  const held = Map.groupBy(rows, ({ name }) => name);
  const edits = [...byOwner].flatMap(([owner, ofOwner]) =>
    editsOf({ zone: domain.name, owner, records: held.get(owner) ?? [] }, ofOwner),
  );
  const { limits } = call.services.rules;
  if (edits.length > limits.importChanges) {
    throw quotaExceeded(
      `${limits.importChanges} changes at once`,
      'Send them in several requests.',
    );
  }
  const { via } = input;
  if (edits.length > 0) await changeRecords(tx, call, { domain, edits, limits, via });
  return edits.length;
}

/** True when nothing is left to do; throws when the change would alter SOA or NS of the apex. */
function isAboutApex({ name: zone, nameservers }: RecordDomain, change: SetChange): boolean {
  const { owner, typeCode } = change;
  if (owner !== '@' || (typeCode !== rrTypes.SOA && typeCode !== rrTypes.NS)) return false;
  if (typeCode === rrTypes.SOA) {
    const { rdata } = soaRecord(zone, { primary: nameservers[0] ?? '', serial: 0 });
    if (!isSame(change, [rdata], withoutSerial)) {
      throw refuseSet({ zone, ...change }, 'the SOA is generated and cannot be changed');
    }
    return true;
  }
  const hosts = nameservers.map((host) => Name.parse(host).wire);
  if (!isSame(change, hosts, (rdata) => rdata)) {
    throw refuseSet(
      { zone, ...change },
      `the nameservers of the domain itself are ${nameservers.join(', ')}; change them with PATCH /v1/domains/${zone}/nameservers`,
    );
  }
  return true;
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
