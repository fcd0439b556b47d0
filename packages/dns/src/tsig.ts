/**
 * Transaction signatures (RFC 8945): they prove who sent a message and that it was not changed.
 * Signing and checking work on encoded packets, because the signature covers the octets.
 */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { concatBytes, copyBytes, putU16, putU48, u48 } from './bytes.ts';
import { DnsFormatError } from './errors.ts';
import type { TsigRecord } from './message.ts';
import { Name } from './name.ts';
import { classes, rrTypes, tsigErrors } from './protocol.ts';
import { type TsigData, tsigCodec } from './rdata/tsig.ts';

export const tsigAlgorithms = [
  'hmac-sha256',
  'hmac-sha384',
  'hmac-sha512',
  'hmac-sha1',
  'hmac-md5',
] as const;

export type TsigAlgorithm = (typeof tsigAlgorithms)[number];

/** Only for clients that have nothing better: RFC 8945 advises against them (section 6). */
export function isWeakTsig(algorithm: TsigAlgorithm): boolean {
  return algorithm === 'hmac-sha1' || algorithm === 'hmac-md5';
}

export interface TsigKey {
  readonly name: Name;
  readonly algorithm: TsigAlgorithm;
  readonly secret: Uint8Array;
  /** The shortest MAC this key accepts; absent: only whole ones (RFC 8945, section 5.2.4). */
  readonly macBytesMin?: number;
}

export type TsigFailure = 'BADKEY' | 'BADSIG' | 'BADTIME' | 'BADTRUNC';

export type TsigCheck =
  | { readonly ok: true; readonly key: TsigKey; readonly mac: Uint8Array }
  | {
      readonly ok: false;
      readonly failure: TsigFailure;
      readonly record: TsigRecord;
      /** Set where the reply is to be signed nevertheless: BADTIME and BADTRUNC. */
      readonly key: TsigKey | null;
    };

export interface SignedPacket {
  readonly packet: Uint8Array;
  readonly mac: Uint8Array;
}

/** What we send, and the most that is granted to a sender (RFC 8945, section 10). */
export const fudgeSecondsMax = 300;
const hashes = {
  'hmac-sha256': { hash: 'sha256', name: Name.parse('hmac-sha256'), bytes: 32 },
  'hmac-sha384': { hash: 'sha384', name: Name.parse('hmac-sha384'), bytes: 48 },
  'hmac-sha512': { hash: 'sha512', name: Name.parse('hmac-sha512'), bytes: 64 },
  'hmac-sha1': { hash: 'sha1', name: Name.parse('hmac-sha1'), bytes: 20 },
  'hmac-md5': { hash: 'md5', name: Name.parse('hmac-md5.sig-alg.reg.int'), bytes: 16 },
} as const;

/** Octets a signature with this key adds to a packet. */
export function tsigBytes(key: TsigKey): number {
  const { name, bytes } = hashes[key.algorithm];
  // Owner, fixed fields, algorithm, fixed RDATA, MAC, and the six octets that BADTIME adds.
  return key.name.wire.length + 10 + name.wire.length + 16 + bytes + 6;
}

export interface SignOptions {
  readonly key: TsigKey;
  readonly nowSeconds: number;
  /** For replies: the MAC of the request, which the signature then covers. */
  readonly requestMac?: Uint8Array;
  /** By how much the clocks of sender and receiver may differ; default 300. */
  readonly fudgeSeconds?: number;
}

export function signPacket(packet: Uint8Array, options: SignOptions): SignedPacket {
  const { key, nowSeconds, requestMac, fudgeSeconds = fudgeSecondsMax } = options;
  const unsigned = { ...unsignedData(packet, key, nowSeconds), fudgeSeconds };
  const mac = hmac(key, [
    requestMac === undefined ? empty : prefixed(requestMac),
    packet,
    tsigVariables(key.name, unsigned),
  ]);
  return { packet: appendTsig(packet, key.name, { ...unsigned, mac }), mac };
}

/**
 * The reply to a request whose TSIG failed. BADKEY and BADSIG go out unsigned; BADTIME is signed and
 * carries the server's time (RFC 8945, section 5.3.2). `packet` is a reply with rcode NOTAUTH.
 */
export function signFailureReply(
  packet: Uint8Array,
  check: Extract<TsigCheck, { ok: false }>,
  nowSeconds: number,
): Uint8Array {
  const { failure, key, record } = check;
  const data: TsigData = {
    type: 'TSIG',
    algorithm: record.algorithm,
    // The client's own time, so that it can check the signature although its clock is wrong.
    signedAtSeconds: failure === 'BADTIME' ? record.signedAtSeconds : nowSeconds,
    fudgeSeconds: failure === 'BADTIME' ? record.fudgeSeconds : fudgeSecondsMax,
    mac: empty,
    originalId: idOf(packet),
    error: tsigErrors[failure],
    otherData: failure === 'BADTIME' ? u48(nowSeconds) : empty,
  };
  if (key === null) return appendTsig(packet, record.keyName, data);
  const mac = hmac(key, [prefixed(record.mac), packet, tsigVariables(key.name, data)]);
  return appendTsig(packet, key.name, { ...data, mac });
}

export interface VerifyOptions {
  readonly findKey: (name: Name) => TsigKey | null;
  readonly nowSeconds: number;
  readonly requestMac?: Uint8Array;
}

/** Checks a packet that carries `record`; in the order of RFC 8945, section 5.2. */
export function verifyPacket(
  packet: Uint8Array,
  record: TsigRecord,
  options: VerifyOptions,
): TsigCheck {
  const { requestMac } = options;
  const parts = [
    requestMac === undefined ? empty : prefixed(requestMac),
    unsignedPacket(packet, record),
    tsigVariables(record.keyName, record),
  ];
  return checkMac({ record, parts, ...options });
}

/** Shared by single messages and streams. Throws DnsFormatError for a MAC of impossible length. */
export function checkMac(options: {
  readonly record: TsigRecord;
  readonly parts: readonly Uint8Array[];
  readonly findKey: (name: Name) => TsigKey | null;
  readonly nowSeconds: number;
}): TsigCheck {
  const { record, nowSeconds } = options;
  const key = options.findKey(record.keyName);
  if (key === null || !record.algorithm.equals(hashes[key.algorithm].name)) {
    return { ok: false, failure: 'BADKEY', record, key: null };
  }
  const { bytes } = hashes[key.algorithm];
  // A reply with BADKEY or BADSIG is unsigned by rule: it proves nothing, but is not malformed.
  if (record.mac.length === 0 && record.error !== tsigErrors.NOERROR) {
    return { ok: false, failure: 'BADSIG', record, key: null };
  }
  if (record.mac.length > bytes || record.mac.length < Math.max(10, bytes / 2)) {
    throw new DnsFormatError(`a TSIG MAC of ${record.mac.length} octets is never valid`);
  }
  const expected = hmac(key, options.parts).subarray(0, record.mac.length);
  if (!timingSafeEqual(expected, record.mac)) {
    return { ok: false, failure: 'BADSIG', record, key: null };
  }
  const fudgeSeconds = Math.min(record.fudgeSeconds, fudgeSecondsMax);
  if (Math.abs(nowSeconds - record.signedAtSeconds) > fudgeSeconds) {
    return { ok: false, failure: 'BADTIME', record, key };
  }
  if (record.mac.length < (key.macBytesMin ?? bytes)) {
    return { ok: false, failure: 'BADTRUNC', record, key };
  }
  return { ok: true, key, mac: record.mac };
}

/** The packet as it was before signing: without TSIG, one additional less, the original id. */
export function unsignedPacket(packet: Uint8Array, record: TsigRecord): Uint8Array {
  const bare = copyBytes(packet.subarray(0, record.offset));
  putU16(bare, 0, record.originalId);
  putU16(bare, 10, additionalCount(bare) - 1);
  return bare;
}

export function appendTsig(packet: Uint8Array, keyName: Name, data: TsigData): Uint8Array {
  const rdata = tsigCodec.encode(data);
  const fixedAt = packet.length + keyName.wire.length;
  // Type, class, TTL and length; the TTL is zero.
  const signed = new Uint8Array(fixedAt + 10 + rdata.length);
  signed.set(packet);
  putU16(signed, 10, additionalCount(packet) + 1);
  signed.set(keyName.wire, packet.length);
  putU16(signed, fixedAt, rrTypes.TSIG);
  putU16(signed, fixedAt + 2, classes.ANY);
  putU16(signed, fixedAt + 8, rdata.length);
  signed.set(rdata, fixedAt + 10);
  return signed;
}

export function hmac(key: TsigKey, parts: readonly Uint8Array[]): Uint8Array {
  const mac = createHmac(hashes[key.algorithm].hash, key.secret);
  for (const part of parts) mac.update(part);
  return new Uint8Array(mac.digest());
}

export function unsignedData(packet: Uint8Array, key: TsigKey, nowSeconds: number): TsigData {
  return {
    type: 'TSIG',
    algorithm: hashes[key.algorithm].name,
    signedAtSeconds: nowSeconds,
    fudgeSeconds: fudgeSecondsMax,
    mac: empty,
    originalId: idOf(packet),
    error: tsigErrors.NOERROR,
    otherData: empty,
  };
}

/** A MAC as it enters the next digest: with its length in front (RFC 8945, section 4.3.1). */
export function prefixed(mac: Uint8Array): Uint8Array {
  const octets = new Uint8Array(2 + mac.length);
  putU16(octets, 0, mac.length);
  octets.set(mac, 2);
  return octets;
}

/** What later messages of a stream cover of their TSIG (RFC 8945, section 5.3.1). */
export function tsigTimers(data: TsigData): Uint8Array {
  const timers = new Uint8Array(8);
  putU48(timers, 0, data.signedAtSeconds);
  putU16(timers, 6, data.fudgeSeconds);
  return timers;
}

function tsigVariables(keyName: Name, data: TsigData): Uint8Array {
  const { otherData } = data;
  const errors = new Uint8Array(4);
  putU16(errors, 0, data.error);
  putU16(errors, 2, otherData.length);
  return concatBytes([
    keyName.toLowerCase().wire,
    classAnyTtlZero,
    data.algorithm.toLowerCase().wire,
    tsigTimers(data),
    errors,
    otherData,
  ]);
}

const classAnyTtlZero = Uint8Array.of(0, classes.ANY, 0, 0, 0, 0);
const empty = new Uint8Array();

function additionalCount(packet: Uint8Array): number {
  return ((packet[10] ?? 0) << 8) | (packet[11] ?? 0);
}

function idOf(packet: Uint8Array): number {
  return ((packet[0] ?? 0) << 8) | (packet[1] ?? 0);
}
