/**
 * SOA: the start of a zone of authority (RFC 1035, section 3.3.13; timers as RFC 2308 reads them).
 */
import { concatBytes, u32 } from '../bytes.ts';
import type { Name } from '../name.ts';
import type { NameRule, RdataCodec } from '../rdata-codec.ts';
import { WireReader } from '../wire-reader.ts';
import { expectWords, readInteger } from '../words.ts';
import { readTimer } from './duration.ts';

export interface SoaData {
  readonly type: 'SOA';
  readonly primary: Name;
  readonly mailbox: Name;
  readonly serial: number;
  readonly refreshSeconds: number;
  readonly retrySeconds: number;
  readonly expireSeconds: number;
  /** The TTL of negative answers (RFC 2308, section 4). */
  readonly negativeTtlSeconds: number;
}

const primaryRule: NameRule = { what: 'the primary', hostOnly: false, rootAllowed: true };
const mailboxRule: NameRule = { what: 'the mailbox', hostOnly: false, rootAllowed: true };
const format = '<primary> <mailbox> <serial> <refresh> <retry> <expire> <negative ttl>';

export const soaCodec: RdataCodec<SoaData> = {
  mnemonic: 'SOA',
  typeCode: 6,
  decode(rdata) {
    const reader = new WireReader(rdata);
    const data: SoaData = {
      type: 'SOA',
      primary: reader.plainName(),
      mailbox: reader.plainName(),
      serial: reader.u32(),
      refreshSeconds: reader.u32(),
      retrySeconds: reader.u32(),
      expireSeconds: reader.u32(),
      negativeTtlSeconds: reader.u32(),
    };
    reader.expectEnd('SOA');
    return data;
  },
  encode: (data) =>
    concatBytes([
      data.primary.wire,
      data.mailbox.wire,
      u32(data.serial),
      u32(data.refreshSeconds),
      u32(data.retrySeconds),
      u32(data.expireSeconds),
      u32(data.negativeTtlSeconds),
    ]),
  fromWords(words, names) {
    expectWords(words, 7, format);
    const [primary = '', mailbox = '', serial = '', refresh = '', retry = '', expire = ''] = words;
    return {
      type: 'SOA',
      primary: names.read(primary, primaryRule),
      mailbox: names.read(mailbox, mailboxRule),
      serial: readInteger(serial, 'the serial', 0xffff_ffff),
      refreshSeconds: readTimer(refresh, 'the refresh time'),
      retrySeconds: readTimer(retry, 'the retry time'),
      expireSeconds: readTimer(expire, 'the expire time'),
      negativeTtlSeconds: readTimer(words[6] ?? '', 'the negative TTL'),
    };
  },
  toText: (data) =>
    [
      data.primary,
      data.mailbox,
      data.serial,
      data.refreshSeconds,
      data.retrySeconds,
      data.expireSeconds,
      data.negativeTtlSeconds,
    ].join(' '),
};

/** The serial without decoding the rest: it stands 20 octets before the end. */
export function soaSerial(rdata: Uint8Array): number {
  return new WireReader(rdata, Math.max(0, rdata.length - 20)).u32();
}
