import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { records } from '../arbitraries.ts';
import { decodeMessage } from '../decode-message.ts';
import { type Message, makeMessage, makeReply, type ResourceRecord } from '../message.ts';
import { Name } from '../name.ts';
import { classes, rrTypes } from '../protocol.ts';
import { soaCodec } from '../rdata/soa.ts';
import { applyDifferences } from './apply-differences.ts';
import {
  axfrRecords,
  condenseDifferences,
  ixfrRecords,
  recordKey,
  type ZoneDifference,
} from './difference.ts';
import { encodeIxfrDatagram, encodeTransfer, TransferEncoder } from './encode-transfer.ts';
import { TransferReader, type TransferResult } from './read-transfer.ts';

const zone = Name.parse('example.com');

function soa(serial: number): ResourceRecord {
  const rdata = soaCodec.encode({
    type: 'SOA',
    primary: Name.parse('ns1.example.com'),
    mailbox: Name.parse('hostmaster.example.com'),
    serial,
    refreshSeconds: 1,
    retrySeconds: 2,
    expireSeconds: 3,
    negativeTtlSeconds: 4,
  });
  return { name: zone, type: rrTypes.SOA, class: classes.IN, ttlSeconds: 60, rdata };
}

function a(last: number, ttlSeconds = 60): ResourceRecord {
  const rdata = Uint8Array.of(192, 0, 2, last);
  return { name: zone, type: rrTypes.A, class: classes.IN, ttlSeconds, rdata };
}

const axfr = makeMessage(9, { questions: [{ name: zone, type: rrTypes.AXFR, class: classes.IN }] });
const ixfrFrom = (serial: number) =>
  makeMessage(9, {
    questions: [{ name: zone, type: rrTypes.IXFR, class: classes.IN }],
    authorities: [soa(serial)],
  });

function step(from: number, removed: ResourceRecord[], added: ResourceRecord[]): ZoneDifference {
  return { oldSoa: soa(from), removed, newSoa: soa(from + 1), added };
}

function receive(request: Message, answers: readonly ResourceRecord[]): TransferResult | null {
  const reader = new TransferReader(request);
  // One record per message: the boundaries of messages mean nothing.
  for (const record of answers) reader.add(makeReply(request, { answers: [record] }));
  return reader.result();
}

describe('AXFR', () => {
  it('carries any zone in messages of the size asked for', () => {
    const body = fc.array(
      records.filter(({ type }) => type !== rrTypes.SOA),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(body, fc.integer({ min: 600, max: 4000 }), (list, messageBytes) => {
        const reader = new TransferReader(axfr);
        const stream = encodeTransfer(axfrRecords(soa(1), list), {
          request: axfr,
          messageBytes,
          reservedBytes: 100,
        });
        for (const packet of stream) {
          const message = decodeMessage(packet);
          if (message.answers.length > 1)
            expect(packet.length).toBeLessThanOrEqual(messageBytes - 100);
          expect(message).toMatchObject({ id: 9, authoritative: true, questions: axfr.questions });
          expect(reader.result()).toBeNull();
          reader.add(message);
        }
        const result = reader.result();
        expect(result?.kind).toBe('axfr');
        if (result?.kind !== 'axfr') return;
        expect(result.records.map(recordKey)).toEqual([soa(1), ...list].map(recordKey));
      }),
    );
  });

  it('carries records that arrive over time', () => {
    const whole = [...encodeTransfer(axfrRecords(soa(1), [a(1), a(2)]), { request: axfr })];
    const encoder = new TransferEncoder({ request: axfr });
    for (const record of axfrRecords(soa(1), [a(1), a(2)])) {
      expect(encoder.add(record)).toBeNull();
    }
    expect([encoder.finish()]).toEqual(whole);
  });

  it('gives a record larger than the limit a message of its own, up to 65,535 octets', () => {
    const big = { ...a(1), type: 999, rdata: new Uint8Array(60_000) };
    const options = { request: axfr, messageBytes: 1000 };
    const sizes = [...encodeTransfer(axfrRecords(soa(1), [big, a(2)]), options)].map(
      (packet) => decodeMessage(packet).answers.length,
    );
    expect(sizes).toEqual([1, 1, 2]);
    const huge = { ...big, rdata: new Uint8Array(65_535) };
    expect(() => [...encodeTransfer([huge], options)]).toThrow(RangeError);
  });

  it('is complete with the second SOA and not before', () => {
    expect(receive(axfr, [soa(1), a(1)])).toBeNull();
    expect(receive(axfr, [soa(1), a(1), soa(1)])).toMatchObject({ kind: 'axfr' });
    expect(receive(axfr, [soa(1), soa(1)])).toMatchObject({ kind: 'axfr', records: [soa(1)] });
  });

  it.each([
    ['a record first', [a(1)], 'starts without SOA'],
    ['another SOA last', [soa(1), a(1), soa(2)], 'ends with another SOA'],
    ['more after the end', [soa(1), soa(1), a(1)], 'follow the end'],
  ])('is refused with %s', (_fault, answers, message) => {
    expect(() => receive(axfr, answers)).toThrow(message);
  });

  it('is refused with an error, another id, or too many records', () => {
    const reader = new TransferReader(axfr, { recordsMax: 2 });
    expect(() => reader.add(makeReply(axfr, { rcode: 5 }))).toThrow('rcode 5');
    expect(() => reader.add({ ...makeReply(axfr, {}), id: 8 })).toThrow('does not answer');
    expect(() => reader.add(axfr)).toThrow('does not answer');
    expect(() => reader.add(makeReply(axfr, { answers: [soa(1), a(1), a(2)] }))).toThrow(
      'too long',
    );
  });
});

describe('IXFR', () => {
  const steps = [step(1, [a(1)], [a(2)]), step(2, [a(2)], []), step(3, [], [a(3), a(4)])];

  it('carries differences in order', () => {
    const result = receive(ixfrFrom(1), [...ixfrRecords(soa(4), steps)]);
    expect(result).toEqual({ kind: 'ixfr', soa: soa(4), differences: steps });
  });

  it('is complete with the closing SOA and not before', () => {
    const all = [...ixfrRecords(soa(4), steps)];
    expect(receive(ixfrFrom(1), all.slice(0, -1))).toBeNull();
  });

  it('may answer with the whole zone', () => {
    const result = receive(ixfrFrom(1), [...axfrRecords(soa(4), [a(3)])]);
    expect(result).toEqual({ kind: 'axfr', soa: soa(4), records: [soa(4), a(3)] });
  });

  it('answers one SOA when there is nothing newer', () => {
    expect(receive(ixfrFrom(4), [soa(4)])).toEqual({ kind: 'up-to-date', soa: soa(4) });
    expect(receive(ixfrFrom(5), [soa(4)])).toMatchObject({ kind: 'up-to-date' });
    expect(receive(ixfrFrom(3), [soa(4)])).toBeNull();
  });

  it('is refused when it starts from another version or skips one', () => {
    const all = [...ixfrRecords(soa(4), steps)];
    expect(() => receive(ixfrFrom(2), all)).toThrow('does not continue');
    const gap = steps.filter(({ oldSoa }) => oldSoa !== steps[1]?.oldSoa);
    expect(() => receive(ixfrFrom(1), [...ixfrRecords(soa(4), gap)])).toThrow('does not continue');
  });

  it('over UDP is whole when it fits, else the SOA that sends to TCP', () => {
    const all = [...ixfrRecords(soa(4), steps)];
    const request = ixfrFrom(1);
    const whole = encodeIxfrDatagram(all, { request, maxBytes: 1232 });
    const reader = new TransferReader(request);
    reader.add(decodeMessage(whole));
    expect(reader.result()).toMatchObject({ kind: 'ixfr' });
    expect(reader.needsTcp()).toBe(false);
    const cut = decodeMessage(encodeIxfrDatagram(all, { request, maxBytes: whole.length - 1 }));
    expect(cut.truncated).toBe(false);
    expect(cut.answers).toEqual([soa(4)]);
    const second = new TransferReader(request);
    second.add(cut);
    expect(second.needsTcp()).toBe(true);
  });
});

describe('differences', () => {
  it('condense to their net effect', () => {
    const steps = [
      step(1, [a(1)], [a(2)]),
      step(2, [a(2)], [a(3)]),
      step(3, [], [a(1)]),
      step(4, [a(5, 60)], [a(5, 90)]),
    ];
    expect(condenseDifferences(steps)).toEqual({
      oldSoa: soa(1),
      removed: [a(5, 60)],
      newSoa: soa(5),
      added: [a(3), a(5, 90)],
    });
    expect(condenseDifferences([])).toBeNull();
  });

  it('have the same effect condensed as one by one', () => {
    const edit = fc.record({ last: fc.nat(7), ttlSeconds: fc.constantFrom(60, 90) });
    fc.assert(
      fc.property(fc.array(fc.array(edit, { maxLength: 4 }), { maxLength: 6 }), (rounds) => {
        const start = [soa(1), a(0), a(1), a(2)];
        const held = new Map([0, 1, 2].map((last) => [last, a(last)]));
        const steps = rounds.map((edits, index) => {
          const before = new Map(held);
          for (const { last, ttlSeconds } of edits) {
            if (held.has(last)) held.delete(last);
            else held.set(last, a(last, ttlSeconds));
          }
          const changed = (from: Map<number, ResourceRecord>, to: Map<number, ResourceRecord>) =>
            [...from]
              .filter(([last, record]) => to.get(last) !== record)
              .map(([, record]) => record);
          return step(index + 1, changed(before, held), changed(held, before));
        });
        const condensed = condenseDifferences(steps);
        const keys = (list: readonly ResourceRecord[]) => list.map(recordKey).sort();
        const expected = [soa(rounds.length + 1), ...held.values()];
        expect(keys(applyDifferences(start, steps))).toEqual(keys(expected));
        const once = applyDifferences(start, condensed === null ? [] : [condensed]);
        expect(keys(once)).toEqual(keys(expected));
      }),
    );
  });

  it('that do not fit the copy are refused', () => {
    const start = [soa(1), a(1)];
    expect(() => applyDifferences(start, [step(1, [a(2)], [])])).toThrow('not there');
    expect(() => applyDifferences(start, [step(1, [a(1, 90)], [])])).toThrow('not there');
    expect(() => applyDifferences(start, [step(1, [], [a(1)])])).toThrow('there already');
    expect(() => applyDifferences(start, [step(2, [], [])])).toThrow('not there');
  });
});
