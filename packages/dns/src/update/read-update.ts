/**
 * An UPDATE message to prerequisites and actions, refused where RFC 2136 says so (sections 3.1.1,
 * 3.2.5 and 3.4.1.3) and with the rcodes it names. Authorisation is checked elsewhere.
 */
import { toHex } from '../bytes.ts';
import { DnsFormatError } from '../errors.ts';
import type { Message, ResourceRecord } from '../message.ts';
import type { Name } from '../name.ts';
import { classes, opcodes, rcodes, rrTypes } from '../protocol.ts';
import { rdataForms } from '../rdata/index.ts';
import { canonicalRdata } from '../rdata/name-layout.ts';
import type { Prerequisite, Update, UpdateAction } from './update.ts';

export type UpdateResult =
  | { readonly ok: true; readonly update: Update }
  | { readonly ok: false; readonly rcode: number; readonly message: string };

export function readUpdate(message: Message): UpdateResult {
  const zone = message.questions[0];
  const sound =
    message.opcode === opcodes.UPDATE &&
    message.questions.length === 1 &&
    zone?.type === rrTypes.SOA &&
    zone.class === classes.IN;
  if (!sound) {
    return {
      ok: false,
      rcode: rcodes.FORMERR,
      message: 'the zone section is not one SOA of class IN',
    };
  }
  try {
    const prerequisites = readPrerequisites(message.answers, zone.name);
    const actions = message.authorities.map((record) => readAction(record, zone.name));
    return { ok: true, update: { zone: zone.name, prerequisites, actions } };
  } catch (error) {
    if (error instanceof UpdateRefusal) {
      return { ok: false, rcode: error.rcode, message: error.message };
    }
    throw error;
  }
}

class UpdateRefusal extends Error {
  readonly rcode: number;

  constructor(rcode: number, message: string) {
    super(message);
    this.rcode = rcode;
  }
}

function readPrerequisites(records: readonly ResourceRecord[], zone: Name): Prerequisite[] {
  const prerequisites: Prerequisite[] = [];
  // Records of one set together are one prerequisite: the set as a whole must be equal.
  const sets = new Map<string, { name: Name; type: number; rdatas: Map<string, Uint8Array> }>();
  for (const record of records) {
    const { name, type, rdata } = record;
    if (record.ttlSeconds !== 0) throw formErr(record, 'a prerequisite has a TTL');
    checkInZone(record, zone);
    if (record.class !== classes.IN) {
      prerequisites.push(readEmptyPrerequisite(record));
      continue;
    }
    if (isMetaType(type)) throw formErr(record, 'a prerequisite asks for the data of a meta type');
    const key = `${type} ${name.key}`;
    const set = sets.get(key) ?? { name, type, rdatas: new Map<string, Uint8Array>() };
    set.rdatas.set(toHex(canonicalRdata(type, rdata)), rdata);
    sets.set(key, set);
  }
  for (const { name, type, rdatas } of sets.values()) {
    prerequisites.push({ kind: 'set-equals', name, type, rdatas: [...rdatas.values()] });
  }
  return prerequisites;
}

function readEmptyPrerequisite(record: ResourceRecord): Prerequisite {
  const { name, type } = record;
  if (record.rdata.length > 0) throw formErr(record, 'a prerequisite has data it must not have');
  if (type !== rrTypes.ANY && isMetaType(type)) {
    throw formErr(record, 'a prerequisite asks for a meta type');
  }
  switch (record.class) {
    case classes.ANY:
      return type === rrTypes.ANY
        ? { kind: 'name-in-use', name }
        : { kind: 'set-exists', name, type };
    case classes.NONE:
      return type === rrTypes.ANY
        ? { kind: 'name-not-in-use', name }
        : { kind: 'set-does-not-exist', name, type };
    default:
      throw formErr(record, 'a prerequisite has another class than the zone, ANY or NONE');
  }
}

function readAction(record: ResourceRecord, zone: Name): UpdateAction {
  const { name, type, rdata } = record;
  checkInZone(record, zone);
  const deletesName = record.class === classes.ANY && type === rrTypes.ANY;
  if (isMetaType(type) && !deletesName) throw formErr(record, 'an update names a meta type');
  if (record.class === classes.IN) return { kind: 'add', record };
  if (record.ttlSeconds !== 0) throw formErr(record, 'a deletion has a TTL');
  if (record.class === classes.NONE) {
    checkRdata(record);
    return { kind: 'delete-record', name, type, rdata };
  }
  if (record.class !== classes.ANY) {
    throw formErr(record, 'an update has another class than the zone, ANY or NONE');
  }
  if (rdata.length > 0) throw formErr(record, 'the deletion of a set has data');
  return deletesName ? { kind: 'delete-name', name } : { kind: 'delete-set', name, type };
}

/** Decoding lets empty data of class NONE pass, because prerequisites need it; deletions do not. */
function checkRdata(record: ResourceRecord): void {
  try {
    rdataForms.get(record.type)?.check(record.rdata);
  } catch (error) {
    if (error instanceof DnsFormatError) throw formErr(record, error.message);
    throw error;
  }
}

function checkInZone(record: ResourceRecord, zone: Name): void {
  if (record.name.isAtOrBelow(zone)) return;
  throw new UpdateRefusal(rcodes.NOTZONE, `${record.name} is not inside ${zone}`);
}

function formErr(record: ResourceRecord, reason: string): UpdateRefusal {
  return new UpdateRefusal(rcodes.FORMERR, `${record.name}: ${reason}`);
}

/** Types that only questions use, and those that describe the message (RFC 6895, section 3.1). */
function isMetaType(type: number): boolean {
  return type === 0 || type === rrTypes.OPT || (type >= 128 && type <= 255);
}
