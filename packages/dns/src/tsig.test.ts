import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { messages } from './arbitraries.ts';
import { u48 } from './bytes.ts';
import { decodeMessage } from './decode-message.ts';
import { encodeMessage } from './encode-message.ts';
import { DnsFormatError } from './errors.ts';
import { makeMessage, makeQuery } from './message.ts';
import { Name } from './name.ts';
import { rcodes, rrTypes, tsigErrors } from './protocol.ts';
import {
  appendTsig,
  signFailureReply,
  signPacket,
  type TsigAlgorithm,
  type TsigKey,
  tsigAlgorithms,
  tsigBytes,
  verifyPacket,
} from './tsig.ts';
import { TsigStreamSigner, TsigStreamVerifier } from './tsig-stream.ts';

const now = 1_800_000_000;
const query = encodeMessage(makeQuery(7, { name: Name.parse('example.com'), type: rrTypes.SOA }));

function keyOf(algorithm: TsigAlgorithm, parts: Partial<TsigKey> = {}): TsigKey {
  return { name: Name.parse('a.key'), algorithm, secret: new Uint8Array(32).fill(9), ...parts };
}

const key = keyOf('hmac-sha256');

function tsigOf(packet: Uint8Array) {
  return decodeMessage(packet).tsig ?? expect.unreachable('not signed');
}

function verify(
  packet: Uint8Array,
  options: { key?: TsigKey; at?: number; requestMac?: Uint8Array } = {},
) {
  const used = options.key ?? key;
  return verifyPacket(packet, tsigOf(packet), {
    findKey: (name) => (name.equals(used.name) ? used : null),
    nowSeconds: options.at ?? now,
    ...(options.requestMac === undefined ? {} : { requestMac: options.requestMac }),
  });
}

describe('a signed message', () => {
  it.each(tsigAlgorithms)('is accepted with %s, whatever it holds', (algorithm) => {
    const used = keyOf(algorithm);
    fc.assert(
      fc.property(messages, (message) => {
        const plain = encodeMessage(message);
        const { packet, mac } = signPacket(plain, { key: used, nowSeconds: now });
        expect(verify(packet, { key: used })).toEqual({ ok: true, key: used, mac });
        expect(packet.length).toBeLessThanOrEqual(plain.length + tsigBytes(used));
      }),
      { numRuns: 30 },
    );
  });

  it('is refused with BADSIG when any octet before the signature changed', () => {
    const { packet } = signPacket(query, { key, nowSeconds: now });
    // The id is left out: forwarders may change it, and the original travels in the signature.
    for (let at = 2; at < query.length; at += 1) {
      const changed = packet.slice();
      changed[at] = (changed[at] ?? 0) ^ 0x01;
      try {
        expect(verify(changed)).toMatchObject({ ok: false, failure: 'BADSIG' });
      } catch (error) {
        expect(error).toBeInstanceOf(DnsFormatError);
      }
    }
  });

  it('is not changed by checking it', () => {
    const packet = Buffer.from(signPacket(query, { key, nowSeconds: now }).packet);
    packet[0] = 0x55;
    const before = packet.toString('hex');
    expect(verify(packet)).toMatchObject({ ok: true });
    expect(packet.toString('hex')).toBe(before);
  });

  it('survives a forwarder that changes the id', () => {
    const { packet } = signPacket(query, { key, nowSeconds: now });
    packet[0] = 0x55;
    expect(verify(packet)).toMatchObject({ ok: true });
  });

  it('is refused with BADKEY for an unknown key or another algorithm', () => {
    const { packet } = signPacket(query, { key, nowSeconds: now });
    const other = keyOf('hmac-sha256', { name: Name.parse('other.key') });
    expect(verify(packet, { key: other })).toMatchObject({
      ok: false,
      failure: 'BADKEY',
      key: null,
    });
    const sha512 = keyOf('hmac-sha512');
    expect(verify(packet, { key: sha512 })).toMatchObject({ ok: false, failure: 'BADKEY' });
  });

  it('is refused with BADSIG for another secret', () => {
    const { packet } = signPacket(query, { key, nowSeconds: now });
    const other = keyOf('hmac-sha256', { secret: new Uint8Array(32) });
    expect(verify(packet, { key: other })).toMatchObject({
      ok: false,
      failure: 'BADSIG',
      key: null,
    });
  });

  it('is good for the fudge in both directions, and not a second longer', () => {
    const { packet } = signPacket(query, { key, nowSeconds: now });
    expect(verify(packet, { at: now + 300 }).ok).toBe(true);
    expect(verify(packet, { at: now - 300 }).ok).toBe(true);
    expect(verify(packet, { at: now + 301 })).toMatchObject({ failure: 'BADTIME', key });
    expect(verify(packet, { at: now - 301 })).toMatchObject({ failure: 'BADTIME', key });
  });

  it('is never good for longer than 300 s, whatever fudge it claims', () => {
    const fudgeSeconds = 20_000;
    const { packet } = signPacket(query, { key, nowSeconds: now, fudgeSeconds });
    expect(tsigOf(packet).fudgeSeconds).toBe(fudgeSeconds);
    expect(verify(packet, { at: now + 300 }).ok).toBe(true);
    expect(verify(packet, { at: now + 301 })).toMatchObject({ failure: 'BADTIME', key });
    expect(verify(packet, { at: now - 301 })).toMatchObject({ failure: 'BADTIME', key });
    const short = signPacket(query, { key, nowSeconds: now, fudgeSeconds: 10 }).packet;
    expect(verify(short, { at: now + 11 })).toMatchObject({ failure: 'BADTIME', key });
  });

  it('names keys without regard to case', () => {
    const upper = keyOf('hmac-sha256', { name: Name.parse('A.KEY') });
    const { packet } = signPacket(query, { key: upper, nowSeconds: now });
    expect(verify(packet)).toMatchObject({ ok: true });
  });

  it('covers the request when it is a reply', () => {
    const { mac } = signPacket(query, { key, nowSeconds: now });
    const reply = signPacket(query, { key, nowSeconds: now, requestMac: mac });
    expect(verify(reply.packet, { requestMac: mac }).ok).toBe(true);
    expect(verify(reply.packet)).toMatchObject({ failure: 'BADSIG' });
    const otherMac = mac.slice().fill(1);
    expect(verify(reply.packet, { requestMac: otherMac })).toMatchObject({ failure: 'BADSIG' });
  });
});

describe('a truncated MAC', () => {
  const { packet } = signPacket(query, { key, nowSeconds: now });
  const record = tsigOf(packet);
  const cut = (length: number) =>
    appendTsig(query, key.name, { ...record, mac: record.mac.slice(0, length) });
  const lenient = keyOf('hmac-sha256', { macBytesMin: 16 });

  it('is accepted where the key allows it', () => {
    expect(verify(cut(16), { key: lenient }).ok).toBe(true);
    expect(verify(cut(20), { key: lenient }).ok).toBe(true);
  });

  it('is BADTRUNC where the key does not', () => {
    expect(verify(cut(16))).toMatchObject({ ok: false, failure: 'BADTRUNC', key });
    expect(verify(cut(31))).toMatchObject({ ok: false, failure: 'BADTRUNC', key });
  });

  it('is malformed below half the hash, below ten octets, or above the hash', () => {
    expect(() => verify(cut(15), { key: lenient })).toThrow(DnsFormatError);
    expect(() => verify(cut(0), { key: lenient })).toThrow(DnsFormatError);
    const long = appendTsig(query, key.name, { ...record, mac: new Uint8Array(33) });
    expect(() => verify(long)).toThrow(DnsFormatError);
  });
});

describe('the reply to a bad signature', () => {
  const { packet, mac } = signPacket(query, { key, nowSeconds: now });
  const refusal = encodeMessage(makeMessage(7, { response: true, rcode: rcodes.NOTAUTH }));
  const failed = (at: number, used: TsigKey = key) => {
    const check = verify(packet, { at, key: used });
    return check.ok ? expect.unreachable('verified') : check;
  };

  it('is unsigned for BADKEY and BADSIG', () => {
    const unknown = keyOf('hmac-sha256', { name: Name.parse('other.key') });
    const badKey = tsigOf(signFailureReply(refusal, failed(now, unknown), now));
    expect(badKey).toMatchObject({ error: tsigErrors.BADKEY, mac: new Uint8Array() });
    expect(badKey.keyName.equals(key.name)).toBe(true);
    const wrong = keyOf('hmac-sha256', { secret: new Uint8Array(32) });
    const badSig = tsigOf(signFailureReply(refusal, failed(now, wrong), now));
    expect(badSig).toMatchObject({ error: tsigErrors.BADSIG, mac: new Uint8Array() });
  });

  it('is signed for BADTIME, with the time of the server', () => {
    const reply = signFailureReply(refusal, failed(now + 5000), now + 5000);
    const record = tsigOf(reply);
    expect(record.error).toBe(tsigErrors.BADTIME);
    expect(record.otherData).toEqual(u48(now + 5000));
    expect(record.signedAtSeconds).toBe(now);
    expect(verify(reply, { requestMac: mac }).ok).toBe(true);
  });
});

describe('a signed stream', () => {
  const requestMac = new Uint8Array(32).fill(3);
  const nowSeconds = () => now;
  const packets = [0, 1, 2, 3].map((rcode) =>
    encodeMessage(makeMessage(7, { response: true, rcode })),
  );

  function signAll(): Uint8Array[] {
    const signer = new TsigStreamSigner({ key, requestMac, nowSeconds });
    return packets.map((packet) => signer.sign(packet));
  }

  function verifyAll(stream: readonly Uint8Array[]): string {
    const verifier = new TsigStreamVerifier({ key, requestMac, nowSeconds });
    const outcomes = stream.map((packet) => {
      const check = verifier.verify(packet, decodeMessage(packet));
      if (check === null) return '-';
      return check.ok ? 'ok' : check.failure;
    });
    verifier.finish();
    return outcomes.join(' ');
  }

  it('is accepted as it was sent', () => {
    expect(verifyAll(signAll())).toBe('ok ok ok ok');
  });

  it('is refused when a message is missing, doubled or out of order', () => {
    const [a, b, c, d] = signAll() as [Uint8Array, Uint8Array, Uint8Array, Uint8Array];
    expect(verifyAll([a, c, d])).toContain('ok BADSIG');
    expect(verifyAll([a, a, b])).toContain('ok BADSIG');
    expect(verifyAll([a, c, b])).toContain('ok BADSIG');
    expect(verifyAll([b])).toBe('BADSIG');
  });

  it('may leave messages between unsigned, as long as a later signature covers them', () => {
    const [first, second, third, last] = packets as [
      Uint8Array,
      Uint8Array,
      Uint8Array,
      Uint8Array,
    ];
    const signer = new TsigStreamSigner({ key, requestMac, nowSeconds });
    const start = signer.sign(first);
    const end = signCovering([second, third], last, tsigOf(start).mac);
    expect(verifyAll([start, second, third, end])).toBe('ok - - ok');
    expect(verifyAll([start, third, second, end])).toBe('ok - - BADSIG');
    expect(verifyAll([start, second, end])).toBe('ok - BADSIG');
    expect(() => verifyAll([start, second])).toThrow('last message');
    expect(() => verifyAll([second, end])).toThrow('first message');
  });

  it('may leave 99 unsigned and not 100', () => {
    const [start] = signAll() as [Uint8Array];
    const plain = packets[1] ?? expect.unreachable();
    const verifier = new TsigStreamVerifier({ key, requestMac, nowSeconds });
    verifier.verify(start, decodeMessage(start));
    for (let left = 99; left > 0; left -= 1) verifier.verify(plain, decodeMessage(plain));
    expect(() => verifier.verify(plain, decodeMessage(plain))).toThrow('more than 99');
  });
});

/** RFC 8945, section 5.3.1 by hand: prior MAC, all messages since, timers. */
function signCovering(
  unsigned: readonly Uint8Array[],
  last: Uint8Array,
  priorMac: Uint8Array,
): Uint8Array {
  const timers = Buffer.concat([u48(now), Uint8Array.of(0x01, 0x2c)]);
  const prior = Buffer.concat([Uint8Array.of(0, priorMac.length), priorMac]);
  const mac = createHmac('sha256', key.secret)
    .update(Buffer.concat([prior, ...unsigned, last, timers]))
    .digest();
  const data = tsigOf(signPacket(last, { key, nowSeconds: now }).packet);
  return appendTsig(last, key.name, { ...data, mac });
}
