/**
 * Changes whole sets of records (all records of a name and a type) as one change. It
 * must be valid in its final state; sets that stay equal are not written. SOA and NS of the apex are not
 * records of the customer: a change that leaves them as they are is accepted.
 */
import { Name, rrTypes, soaCodec } from '@hostmaster/dns';
import { quotaExceeded } from '../../base/errors.ts';
import { noChange } from '../../changes/change.ts';
import type { ChangeWork } from '../../changes/persist.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { Door } from '../../storage/tables/zones/zone-revisions.ts';
import { soaRecord } from '../../zones/apex.ts';
import { assertChangeable, domainKey, loadZone } from '../loading.ts';
import type { Call } from '../operation.ts';
import {
  changeRecords,
  type LoadedEdits,
  loadEdits,
  type RecordDomain,
  type RecordEdit,
} from './record-change.ts';
import { editsOf, refuseSet, type SetChange } from './set-edits.ts';

/** A change of this many sets may share a commit with others of the workspace. */
const smallChange = 20;

/** The answer is the number of records that are created, changed or deleted. */
export function changeSets(
  call: Call,
  input: {
    readonly domain: string;
    readonly changes: readonly SetChange[];
    readonly via: Door;
  },
): ChangeWork<LoadedEdits, number> {
  const { changes, via } = input;
  const { limits } = call.services.rules;
  return {
    keys: [domainKey(input.domain)],
    owner: call.actor.workspaceId,
    commit: changes.length <= smallChange ? 'shared' : 'alone',
    async load(reader) {
      const domain = await loadZone(reader, call, input.domain);
      assertChangeable(domain);
      return loadEdits(reader, {
        domain,
        edits: await loadSetEdits(reader, domain, changes),
        limits,
      });
    },
    decide(loaded) {
      const count = loaded.edits.length;
      if (count > limits.importChanges) {
        throw quotaExceeded(
          `${limits.importChanges} changes at once`,
          'Send them in several requests.',
        );
      }
      return {
        answer: count,
        change: count === 0 ? noChange : changeRecords(call, loaded, via).change,
      };
    },
  };
}

/** The edits tell what else is to be loaded, so sets that cannot be published are refused here. */
async function loadSetEdits(
  reader: HostmasterReader,
  domain: RecordDomain,
  sent: readonly SetChange[],
): Promise<readonly RecordEdit[]> {
  const changes = sent.filter((change) => !isAboutApex(domain, change));
  const byOwner = Map.groupBy(changes, ({ owner }) => owner);
  const names = [...byOwner.keys()];
  if (names.length === 0) return [];
  const rows = await reader.all(listOwnersRecords, { domainId: domain.id, names });
  const held = Map.groupBy(rows, ({ name }) => name);
  return [...byOwner].flatMap(([owner, ofOwner]) =>
    editsOf({ zone: domain.name, owner, records: held.get(owner) ?? [] }, ofOwner),
  );
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
