/**
 * Changes whole sets of records (all records of a name and a type) as one change. It
 * must be valid in its final state; sets that stay equal are not written. SOA and NS of the apex are not
 * records of the customer: a change that leaves them as they are is accepted.
 */
import { Name, rrTypes, soaCodec } from '@hostmaster/dns';
import { quotaExceeded } from '../../base/errors.ts';
import type { Limits } from '../../base/limits.ts';
import { Pace } from '../../base/pace.ts';
import { noChange } from '../../changes/change.ts';
import { type Decided, persist } from '../../changes/persist.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterDatabase, HostmasterReader } from '../../storage/schema.ts';
import type { Edge } from '../../storage/tables/zones/zone-revisions.ts';
import { soaRecord } from '../../zones/apex.ts';
import { assertChangeable, domainKey, loadZone, loadZoneDomain } from '../loading.ts';
import type { Call } from '../operation.ts';
import { persistPlanned, planEdits, requireCurrent } from './edit-plan.ts';
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

interface SetsInput {
  readonly domain: string;
  readonly changes: readonly SetChange[];
  readonly via: Edge;
}

/** The answer is the number of records that are created, changed or deleted. */
export function changeSets(
  database: HostmasterDatabase,
  call: Call,
  input: SetsInput,
): Promise<number> {
  const { changes } = input;
  const { limits } = call.services.rules;
  const work = {
    keys: [domainKey(input.domain)],
    owner: call.actor.workspaceId,
    decide: (loaded: LoadedEdits) => decideSets(call, input.via, loaded),
  };
  if (changes.length <= smallChange) {
    return persist(database, {
      ...work,
      commit: 'shared',
      async load(reader) {
        const domain = await loadZone(reader, call, input.domain);
        assertChangeable(domain);
        const edits = await loadSetEdits(reader, domain, changes);
        return loadEdits(reader, { domain, edits, limits });
      },
    });
  }
  return persistPlanned(database, call, async () => {
    const planned = await loadZoneDomain(database, call, input.domain);
    const edits = await loadSetEdits(database, planned, changes);
    requireFewChanges(edits.length, limits);
    const plan = await planEdits(database, planned, edits);
    return {
      ...work,
      commit: 'alone',
      async load(reader) {
        const domain = await loadZone(reader, call, input.domain);
        assertChangeable(domain);
        requireCurrent(plan, domain);
        return loadEdits(reader, { domain, edits, limits, planned: plan.owners });
      },
    };
  });
}

function decideSets(call: Call, via: Edge, loaded: LoadedEdits): Decided<number> {
  const answer = loaded.edits.length;
  requireFewChanges(answer, call.services.rules.limits);
  return { answer, change: answer === 0 ? noChange : changeRecords(call, loaded, via).change };
}

/** Called for what is sent, before it is read, and for what it changes. */
export function requireFewChanges(count: number, limits: Pick<Limits, 'importChanges'>): void {
  if (count <= limits.importChanges) return;
  throw quotaExceeded(`${limits.importChanges} changes at once`, 'Send them in several requests.');
}

/** Owner names that are read at once. */
const namesPerPage = 100;

/** The edits tell what else is to be loaded, so sets that cannot be published are refused here. */
async function loadSetEdits(
  reader: HostmasterReader,
  domain: ApexDomain & Pick<RecordDomain, 'id'>,
  sent: readonly SetChange[],
): Promise<readonly RecordEdit[]> {
  const changes = sent.filter((change) => !isAboutApex(domain, change));
  const byOwner = [...Map.groupBy(changes, ({ owner }) => owner)];
  const edits: RecordEdit[] = [];
  // Inside a change there is one page, which has no rest.
  const pace = byOwner.length > namesPerPage ? new Pace() : null;
  for (let start = 0; start < byOwner.length; start += namesPerPage) {
    const page = byOwner.slice(start, start + namesPerPage);
    const names = page.map(([owner]) => owner);
    const rows = await reader.all(listOwnersRecords, { domainId: domain.id, names });
    const held = Map.groupBy(rows, ({ name }) => name);
    for (const [owner, ofOwner] of page) {
      await pace?.step();
      const records = held.get(owner) ?? [];
      // What does not exist needs no deletion.
      if (records.length === 0 && ofOwner.every(isDeletion)) continue;
      edits.push(...editsOf({ zone: domain.name, owner, records }, ofOwner));
    }
  }
  return edits;
}

function isDeletion({ kind }: SetChange): boolean {
  return kind === 'delete' || kind === 'prune';
}

type ApexDomain = Pick<RecordDomain, 'name' | 'nameservers'>;

/** True when nothing is left to do; throws when the change would alter SOA or NS of the apex. */
function isAboutApex({ name: zone, nameservers }: ApexDomain, change: SetChange): boolean {
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
