import { describe, expect, it } from 'vitest';
import { decodeMessage } from '../decode-message.ts';
import { encodeMessage } from '../encode-message.ts';
import { makeMessage, type ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { classes, opcodes, rcodes, rrTypes } from '../protocol.ts';
import { checkPrerequisites, type ZoneView } from './check-prerequisites.ts';
import { readUpdate } from './read-update.ts';
import { makeUpdate, type Prerequisite, type Update } from './update.ts';

const zone = Name.parse('example.com');
const www = Name.parse('www.example.com');
const address = Uint8Array.of(192, 0, 2, 1);
const zoneQuestion = { name: zone, type: rrTypes.SOA, class: classes.IN };

function record(parts: Partial<ResourceRecord>): ResourceRecord {
  return { name: www, type: rrTypes.A, class: classes.IN, ttlSeconds: 0, rdata: address, ...parts };
}

function rcodeOf(parts: { answers?: ResourceRecord[]; authorities?: ResourceRecord[] }): number {
  const message = makeMessage(1, { opcode: opcodes.UPDATE, questions: [zoneQuestion], ...parts });
  const result = readUpdate(message);
  return result.ok ? rcodes.NOERROR : result.rcode;
}

describe('readUpdate', () => {
  it('reads back every kind of prerequisite and action', () => {
    const update: Update = {
      zone,
      prerequisites: [
        { kind: 'name-in-use', name: www },
        { kind: 'name-not-in-use', name: www },
        { kind: 'set-exists', name: www, type: rrTypes.MX },
        { kind: 'set-does-not-exist', name: www, type: rrTypes.MX },
        {
          kind: 'set-equals',
          name: www,
          type: rrTypes.A,
          rdatas: [address, Uint8Array.of(1, 2, 3, 4)],
        },
      ],
      actions: [
        { kind: 'add', record: record({ ttlSeconds: 300 }) },
        { kind: 'delete-record', name: www, type: rrTypes.A, rdata: address },
        { kind: 'delete-set', name: www, type: rrTypes.A },
        { kind: 'delete-name', name: www },
      ],
    };
    const message = decodeMessage(encodeMessage(makeUpdate(1, update)));
    expect(readUpdate(message)).toEqual({ ok: true, update });
  });

  it.each([
    ['another opcode', { opcode: opcodes.QUERY, questions: [zoneQuestion] }],
    ['no zone', { opcode: opcodes.UPDATE, questions: [] }],
    ['two zones', { opcode: opcodes.UPDATE, questions: [zoneQuestion, zoneQuestion] }],
    ['a zone of type A', { opcode: opcodes.UPDATE, questions: [{ ...zoneQuestion, type: 1 }] }],
    ['a zone of class CH', { opcode: opcodes.UPDATE, questions: [{ ...zoneQuestion, class: 3 }] }],
  ])('answers FORMERR to %s', (_fault, parts) => {
    expect(readUpdate(makeMessage(1, parts))).toMatchObject({ ok: false, rcode: rcodes.FORMERR });
  });

  const none = { class: classes.NONE, rdata: new Uint8Array() };
  const any = { class: classes.ANY, rdata: new Uint8Array() };
  const outside = Name.parse('www.example.net');

  // RFC 2136, section 3.2.5, line by line.
  it.each([
    ['a TTL', record({ ttlSeconds: 1 }), rcodes.FORMERR],
    ['a name outside', record({ name: outside }), rcodes.NOTZONE],
    ['a TTL and a name outside', record({ name: outside, ttlSeconds: 1 }), rcodes.FORMERR],
    ['class ANY with data', record({ class: classes.ANY }), rcodes.FORMERR],
    ['class NONE with data', record({ class: classes.NONE }), rcodes.FORMERR],
    ['class CH', record({ class: classes.CH, rdata: new Uint8Array() }), rcodes.FORMERR],
    ['data of type ANY', record({ type: rrTypes.ANY }), rcodes.FORMERR],
    ['type AXFR', record({ ...any, type: rrTypes.AXFR }), rcodes.FORMERR],
    ['a name in use', record({ ...any, type: rrTypes.ANY }), rcodes.NOERROR],
    ['a name not in use', record({ ...none, type: rrTypes.ANY }), rcodes.NOERROR],
    ['the zone itself', record({ ...any, name: zone }), rcodes.NOERROR],
  ])('judges a prerequisite with %s', (_what, prerequisite, rcode) => {
    expect(rcodeOf({ answers: [prerequisite] })).toBe(rcode);
  });

  // RFC 2136, section 3.4.1.3, line by line.
  it.each([
    ['a name outside', record({ name: outside }), rcodes.NOTZONE],
    ['an added ANY', record({ type: rrTypes.ANY }), rcodes.FORMERR],
    ['an added AXFR', record({ type: rrTypes.AXFR }), rcodes.FORMERR],
    ['an added OPT', record({ type: rrTypes.OPT }), rcodes.FORMERR],
    ['a deleted set with a TTL', record({ ...any, ttlSeconds: 1 }), rcodes.FORMERR],
    ['a deleted set with data', record({ class: classes.ANY }), rcodes.FORMERR],
    ['a deleted AXFR', record({ ...any, type: rrTypes.AXFR }), rcodes.FORMERR],
    ['a deleted record with a TTL', record({ class: classes.NONE, ttlSeconds: 1 }), rcodes.FORMERR],
    ['a deleted record of type ANY', record({ ...none, type: rrTypes.ANY }), rcodes.FORMERR],
    ['a deleted record without data', record({ ...none }), rcodes.FORMERR],
    ['class CH', record({ class: classes.CH }), rcodes.FORMERR],
    ['a deleted name', record({ ...any, type: rrTypes.ANY }), rcodes.NOERROR],
    ['an added record with TTL', record({ ttlSeconds: 1 }), rcodes.NOERROR],
  ])('judges an update with %s', (_what, action, rcode) => {
    expect(rcodeOf({ authorities: [action] })).toBe(rcode);
  });

  it('takes records of one set as one prerequisite, whatever the case', () => {
    const ns = (text: string) => record({ type: rrTypes.NS, rdata: Name.parse(text).wire });
    const message = makeMessage(1, {
      opcode: opcodes.UPDATE,
      questions: [zoneQuestion],
      answers: [
        ns('a.example.com'),
        { ...ns('b.example.com'), name: Name.parse('WWW.example.com') },
        ns('A.example.com'),
      ],
    });
    const result = readUpdate(message);
    if (!result.ok) return expect.unreachable(result.message);
    expect(result.update.prerequisites).toHaveLength(1);
    expect(result.update.prerequisites[0]).toMatchObject({ kind: 'set-equals' });
    expect(result.update.prerequisites[0]).toHaveProperty('rdatas.length', 2);
  });
});

describe('checkPrerequisites', () => {
  const ns = (text: string) => Name.parse(text).wire;
  const sets = new Map([
    [`${www.key} ${rrTypes.A}`, [address, Uint8Array.of(192, 0, 2, 2)]],
    [`${www.key} ${rrTypes.NS}`, [ns('a.example.com')]],
  ]);
  const view: ZoneView = {
    hasName: (name) => name.equals(www),
    rdatasOf: (name, type) => sets.get(`${name.key} ${type}`) ?? [],
  };
  const other = Name.parse('other.example.com');
  const both = [Uint8Array.of(192, 0, 2, 2), address];

  it.each<[Prerequisite, number]>([
    [{ kind: 'name-in-use', name: www }, rcodes.NOERROR],
    [{ kind: 'name-in-use', name: other }, rcodes.NXDOMAIN],
    [{ kind: 'name-not-in-use', name: other }, rcodes.NOERROR],
    [{ kind: 'name-not-in-use', name: www }, rcodes.YXDOMAIN],
    [{ kind: 'set-exists', name: www, type: rrTypes.A }, rcodes.NOERROR],
    [{ kind: 'set-exists', name: www, type: rrTypes.MX }, rcodes.NXRRSET],
    [{ kind: 'set-does-not-exist', name: www, type: rrTypes.MX }, rcodes.NOERROR],
    [{ kind: 'set-does-not-exist', name: www, type: rrTypes.A }, rcodes.YXRRSET],
    [{ kind: 'set-equals', name: www, type: rrTypes.A, rdatas: both }, rcodes.NOERROR],
    [{ kind: 'set-equals', name: www, type: rrTypes.A, rdatas: [address] }, rcodes.NXRRSET],
    [
      { kind: 'set-equals', name: www, type: rrTypes.NS, rdatas: [ns('A.Example.com')] },
      rcodes.NOERROR,
    ],
    [{ kind: 'set-equals', name: other, type: rrTypes.A, rdatas: both }, rcodes.NXRRSET],
  ])('judges %j', (prerequisite, rcode) => {
    expect(checkPrerequisites([prerequisite], view)).toBe(rcode);
  });

  it('reports the first that fails', () => {
    const list: Prerequisite[] = [
      { kind: 'name-in-use', name: www },
      { kind: 'name-not-in-use', name: www },
      { kind: 'name-in-use', name: other },
    ];
    expect(checkPrerequisites(list, view)).toBe(rcodes.YXDOMAIN);
    expect(checkPrerequisites([], view)).toBe(rcodes.NOERROR);
  });
});
