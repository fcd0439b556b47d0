import packet from 'dns-packet';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messages, names, records } from './arbitraries.ts';
import { fromHex, toHex } from './bytes.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage, isTruncated } from './encode-message.ts';
import { makeMessage, makeQuery, makeReply, type ResourceRecord } from './message.ts';
import { Name } from './name.ts';
import { classes, rrTypes } from './protocol.ts';

const www = Name.parse('www.example.com');

/** Types that the other implementation reads and writes without loss. */
const comparable: Readonly<Record<number, string>> = { 1: 'A', 16: 'TXT', 28: 'AAAA' };

function address(name: Name, last: number): ResourceRecord {
  const rdata = Uint8Array.of(192, 0, 2, last);
  return { name, type: rrTypes.A, class: classes.IN, ttlSeconds: 300, rdata };
}

describe('messages', () => {
  it('come back as they were sent', () => {
    fc.assert(
      fc.property(messages, (message) => {
        expect(decodeMessage(encodeMessage(message))).toEqual(message);
      }),
      { numRuns: 500 },
    );
  });

  it('share no memory with the packet they came from', () => {
    const answers = [address(www, 1)];
    const packetBytes = Buffer.from(encodeMessage(makeMessage(1, { answers })));
    const decoded = decodeMessage(packetBytes);
    packetBytes.fill(0xff);
    expect(decoded.answers).toEqual(answers);
  });

  it('carry the twelve bits of an extended rcode in OPT', () => {
    const edns = { udpPayloadBytes: 1232, version: 0, dnssecOk: false, options: [] };
    const message = makeMessage(1, { rcode: 0xabc, edns });
    expect(decodeMessage(encodeMessage(message)).rcode).toBe(0xabc);
  });

  it('have the octets that RFC 1035 draws', () => {
    const query = makeQuery(0x1234, { name: www, type: rrTypes.A });
    const reply = makeReply(query, { authoritative: true, answers: [address(www, 1)] });
    expect(toHex(encodeMessage(reply))).toBe(
      [
        '1234' + '8400' + '0001' + '0001' + '0000' + '0000',
        '03777777' + '076578616d706c65' + '03636f6d' + '00' + '0001' + '0001',
        'c00c' + '0001' + '0001' + '0000012c' + '0004' + 'c0000201',
      ].join(''),
    );
  });

  it('compress names in the types of RFC 1035 and in no other', () => {
    const size = (type: number, prefix: number) => {
      const rdata = new Uint8Array([...new Uint8Array(prefix), ...www.wire]);
      const record = { name: www, type, class: classes.IN, ttlSeconds: 0, rdata };
      return encodeMessage(makeMessage(1, { answers: [record] })).length;
    };
    const compressed = 12 + www.wire.length + 10 + 2;
    const plain = 12 + www.wire.length + 10 + www.wire.length;
    expect(size(rrTypes.NS, 0)).toBe(compressed);
    expect(size(rrTypes.CNAME, 0)).toBe(compressed);
    expect(size(rrTypes.PTR, 0)).toBe(compressed);
    expect(size(rrTypes.MX, 2)).toBe(compressed + 2);
    expect(size(rrTypes.SRV, 6)).toBe(plain + 6);
    expect(size(rrTypes.DNAME, 0)).toBe(plain);
    expect(size(rrTypes.SVCB, 2)).toBe(plain + 2);
    expect(size(rrTypes.HTTPS, 2)).toBe(plain + 2);
  });

  it('never point beyond the 14 bits of a pointer', () => {
    const filler = { ...address(www, 1), type: rrTypes.TXT, rdata: txt(250) };
    const late = Name.parse('late.example.net');
    const answers = [...Array<ResourceRecord>(70).fill(filler), address(late, 1), address(late, 2)];
    const message = makeMessage(1, { answers });
    expect(encodeMessage(message).length).toBeGreaterThan(0x4000);
    expect(decodeMessage(encodeMessage(message)).answers).toEqual(answers);
  });

  it('read compressed names in SRV, which some senders wrote', () => {
    const bytes = fromHex(
      '000080000000000100000000' +
        '03777777' +
        '00' +
        '00210001' +
        '00000000' +
        '0008' +
        '000100020003c00c',
    );
    const decoded = decodeMessage(bytes ?? new Uint8Array());
    expect(toHex(decoded.answers[0]?.rdata ?? new Uint8Array())).toBe('0001000200030377777700');
  });

  it('count a TTL with the top bit set as zero', () => {
    const bytes = fromHex(
      '000080000000000100000000' + '00' + '00010001' + '80000001' + '0004' + 'c0000201',
    );
    expect(decodeMessage(bytes ?? new Uint8Array()).answers[0]?.ttlSeconds).toBe(0);
  });

  it('agree with another implementation', () => {
    // The other implementation has no escapes, so the owner is a plain host name.
    const plain = fc
      .array(records, { maxLength: 6 })
      .map((list) =>
        list.filter(({ type }) => type in comparable).map((record) => ({ ...record, name: www })),
      );
    fc.assert(
      fc.property(fc.nat(65_535), plain, (id, answers) => {
        const other = packet.decode(Buffer.from(encodeMessage(makeMessage(id, { answers }))));
        expect(other.id).toBe(id);
        expect(other.answers?.map(({ type }) => type)).toEqual(
          answers.map(({ type }) => comparable[type]),
        );
        const again = decodeMessage(packet.encode(other));
        expect(again.answers.map(({ rdata }) => toHex(rdata))).toEqual(
          answers.map(({ rdata }) => toHex(rdata)),
        );
      }),
    );
  });

  it('read what another implementation compresses', () => {
    const hosts = ['a.example.com', 'b.example.com', 'mail.a.example.com'];
    const bytes = packet.encode({
      type: 'response',
      id: 7,
      questions: [{ type: 'MX', name: 'example.com' }],
      answers: hosts.map((exchange) => ({
        type: 'MX' as const,
        name: 'example.com',
        ttl: 60,
        data: { preference: 5, exchange },
      })),
    });
    const decoded = decodeMessage(bytes);
    expect(decoded.answers.map(({ rdata }) => toHex(rdata))).toEqual(
      hosts.map((host) => `0005${toHex(Name.parse(host).wire)}`),
    );
  });
});

describe('truncation', () => {
  const query = makeQuery(1, { name: www, type: rrTypes.A });
  const edns = { udpPayloadBytes: 1232, version: 0, dnssecOk: false, options: [] };

  it('says TC and sends no records when an answer does not fit', () => {
    const answers = Array.from({ length: 40 }, (_, index) => address(www, index));
    const packetBytes = encodeMessage(makeReply(query, { answers, edns }), { maxBytes: 512 });
    expect(packetBytes.length).toBeLessThanOrEqual(512);
    expect(isTruncated(packetBytes)).toBe(true);
    const decoded = decodeMessage(packetBytes);
    expect(decoded.truncated).toBe(true);
    expect(decoded.answers).toEqual([]);
    expect(decoded.questions).toEqual(query.questions);
    expect(decoded.edns).toEqual(edns);
  });

  it('fits to the octet, with OPT and the reserve counted in', () => {
    const reply = makeReply(query, { answers: [address(www, 1), address(www, 2)], edns });
    const exact = encodeMessage(reply).length;
    expect(isTruncated(encodeMessage(reply, { maxBytes: exact }))).toBe(false);
    expect(isTruncated(encodeMessage(reply, { maxBytes: exact - 1 }))).toBe(true);
    expect(isTruncated(encodeMessage(reply, { maxBytes: exact + 9, reservedBytes: 10 }))).toBe(
      true,
    );
  });

  it('leaves out whole additional sets without TC, unless they are glue', () => {
    const a = Name.parse('a.example.net');
    const b = Name.parse('b.example.net');
    const additionals = [address(a, 1), address(b, 1), address(b, 2)];
    const reply = makeReply(query, { additionals });
    const maxBytes = encodeMessage(reply).length - 1;
    const decoded = decodeMessage(encodeMessage(reply, { maxBytes }));
    expect(decoded.truncated).toBe(false);
    expect(decoded.additionals).toEqual([address(a, 1)]);
    expect(isTruncated(encodeMessage(reply, { maxBytes, glueCount: 1 }))).toBe(false);
    expect(isTruncated(encodeMessage(reply, { maxBytes, glueCount: 3 }))).toBe(true);
  });

  it('leaves out an additional set whose signature does not fit, and no set before it', () => {
    const signature = { ...address(www, 1), type: rrTypes.RRSIG, rdata: new Uint8Array(100) };
    const other = Name.parse('b.example.net');
    const first = [address(www, 1), address(www, 2), signature];
    const additionals = [...first, address(other, 1), { ...signature, name: other }];
    const reply = makeReply(query, { additionals });
    const maxBytes = encodeMessage(reply).length - 1;
    const decoded = decodeMessage(encodeMessage(reply, { maxBytes }));
    expect(decoded.truncated).toBe(false);
    expect(decoded.additionals).toEqual(first);
  });

  it('keeps every message within its limit and readable', () => {
    fc.assert(
      fc.property(messages, fc.integer({ min: 0, max: 600 }), names, (message, extra, name) => {
        const question = { name, type: 1, class: 1 };
        const whole = { ...message, questions: [question] };
        const least = encodeMessage({ ...whole, answers: [], authorities: [], additionals: [] });
        const bytes = encodeMessage(whole, { maxBytes: least.length + extra });
        expect(bytes.length).toBeLessThanOrEqual(least.length + extra);
        expect(decodeMessage(bytes).questions).toEqual([question]);
      }),
    );
  });
});

function txt(length: number): Uint8Array {
  const rdata = new Uint8Array(length + 1);
  rdata[0] = length;
  return rdata;
}
