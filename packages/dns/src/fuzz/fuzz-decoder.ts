/**
 * Passes damaged packets to every packet reader. Each call must quickly return a value or throw
 * DnsFormatError; a decoded message must encode and decode to the same message.
 */
import { equalBytes, toHex } from '../bytes.ts';
import { checkServerCookie, readCookie } from '../cookie.ts';
import { decodeMessage } from '../decode-message.ts';
import { encodeMessage, isTruncated } from '../encode-message.ts';
import { DnsFormatError } from '../errors.ts';
import { goldenKey } from '../fixtures/golden-key.ts';
import { goldenPackets, goldenServers } from '../fixtures/golden-packets.ts';
import type { Message } from '../message.ts';
import { readNotify } from '../notify.ts';
import { classes } from '../protocol.ts';
import { formatErrorReply } from '../reply-raw.ts';
import { TransferReader } from '../transfer/read-transfer.ts';
import { verifyPacket } from '../tsig.ts';
import { readUpdate } from '../update/read-update.ts';
import { presentRdata } from '../zone-file/write-zone-file.ts';
import { mutatePacket, seededRandom } from './mutate-packet.ts';

export interface FuzzReport {
  readonly decoded: number;
  readonly refused: number;
  readonly slowestMs: number;
}

/** Throws at the first packet that fails, with the packet in the message. */
export function fuzzDecoder(options: {
  readonly seed: number;
  readonly count: number;
}): FuzzReport {
  const random = seededRandom(options.seed);
  const packets = goldenServers.flatMap((server) => [...goldenPackets(server).values()]);
  let decoded = 0;
  let slowestMs = 0;
  for (let index = 0; index < options.count; index += 1) {
    const base = packets[Math.floor(random() * packets.length)] ?? new Uint8Array();
    const packet = mutatePacket(base, { random, others: packets });
    const started = performance.now();
    try {
      if (survives(packet)) decoded += 1;
    } catch (error) {
      const place = `packet ${index} of seed ${options.seed}: ${toHex(packet)}`;
      throw new Error(place, { cause: error });
    }
    slowestMs = Math.max(slowestMs, performance.now() - started);
  }
  return { decoded, refused: options.count - decoded, slowestMs };
}

/** Whether the packet could be decoded; rethrows everything but DnsFormatError. */
function survives(packet: Uint8Array): boolean {
  const before = new Uint8Array(packet);
  formatErrorReply(packet);
  const message = orderly(() => decodeMessage(packet));
  if (message === null) return false;
  useEverything(packet, message);
  if (!equalBytes(before, packet)) throw new Error('the packet was changed by reading it');
  return true;
}

function useEverything(packet: Uint8Array, message: Message): void {
  const again = encodeMessage({ ...message, truncated: false });
  if (!isTruncated(again)) {
    const back = decodeMessage(again);
    const twice = encodeMessage(back);
    if (!equalBytes(again, twice)) throw new Error('encoding is not stable');
    if (back.answers.length !== message.answers.length) throw new Error('answers were lost');
  }
  readUpdate(message);
  readNotify(message);
  for (const { data } of message.edns?.options ?? []) useCookie(data);
  for (const record of [...message.answers, ...message.authorities, ...message.additionals]) {
    String(record.name);
    if (record.class === classes.IN) presentRdata(record);
  }
  orderly(() => {
    const reader = new TransferReader({ ...message, response: false });
    reader.add({ ...message, response: true, rcode: 0 });
    return reader.result();
  });
  const { tsig } = message;
  if (tsig === null) return;
  const findKey = () => goldenKey('hmac-sha256');
  orderly(() => verifyPacket(packet, tsig, { findKey, nowSeconds: tsig.signedAtSeconds }));
}

/** Any option is read as a cookie, whatever its code. */
function useCookie(data: Uint8Array): void {
  const cookie = readCookie(data);
  if (cookie === null || cookie.server === null) return;
  const context = { client: cookie.client, address: '192.0.2.1', nowSeconds: 0 };
  checkServerCookie([new Uint8Array(16)], cookie.server, context);
}

/** Null when the reader throws DnsFormatError. */
function orderly<Result>(read: () => Result): Result | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof DnsFormatError) return null;
    throw error;
  }
}
