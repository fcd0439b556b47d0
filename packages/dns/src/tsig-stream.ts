// Signatures over a stream of messages, as zone transfers send them (RFC 8945, section 5.3.1): each
// signature covers the one before it and every unsigned message in between.
import { copyBytes } from './bytes.ts';
import { DnsFormatError } from './errors.ts';
import type { Message } from './message.ts';
import {
  appendTsig,
  checkMac,
  hmac,
  prefixed,
  type SignedPacket,
  signPacket,
  type TsigCheck,
  type TsigKey,
  tsigTimers,
  unsignedData,
  unsignedPacket,
  verifyPacket,
} from './tsig.ts';

/** RFC 8945 allows 99 unsigned messages in a row. */
const unsignedMax = 99;

/** Signs every packet of a reply, so that the receiver may act on each. */
export class TsigStreamSigner {
  readonly #key: TsigKey;
  readonly #now: () => number;
  #previousMac: Uint8Array;
  #first = true;

  constructor(options: {
    readonly key: TsigKey;
    readonly requestMac: Uint8Array;
    readonly nowSeconds: () => number;
  }) {
    this.#key = options.key;
    this.#now = options.nowSeconds;
    this.#previousMac = options.requestMac;
  }

  sign(packet: Uint8Array): Uint8Array {
    const signed = this.#first ? this.#signFirst(packet) : this.#signNext(packet);
    this.#first = false;
    this.#previousMac = signed.mac;
    return signed.packet;
  }

  #signFirst(packet: Uint8Array): SignedPacket {
    const requestMac = this.#previousMac;
    return signPacket(packet, { key: this.#key, nowSeconds: this.#now(), requestMac });
  }

  #signNext(packet: Uint8Array): SignedPacket {
    const data = unsignedData(packet, this.#key, this.#now());
    const mac = hmac(this.#key, [prefixed(this.#previousMac), packet, tsigTimers(data)]);
    return { packet: appendTsig(packet, this.#key.name, { ...data, mac }), mac };
  }
}

/** Checks a reply stream. After the last message call `finish`: it must have been signed. */
export class TsigStreamVerifier {
  readonly #key: TsigKey;
  readonly #now: () => number;
  #previousMac: Uint8Array;
  #first = true;
  #unsigned: Uint8Array[] = [];

  constructor(options: {
    readonly key: TsigKey;
    readonly requestMac: Uint8Array;
    readonly nowSeconds: () => number;
  }) {
    this.#key = options.key;
    this.#now = options.nowSeconds;
    this.#previousMac = options.requestMac;
  }

  /** Null for a message that may stay unsigned until a later one covers it. */
  verify(packet: Uint8Array, message: Message): TsigCheck | null {
    const record = message.tsig;
    if (record === null) {
      if (this.#first) throw new DnsFormatError('the first message of a signed stream has no TSIG');
      if (this.#unsigned.length >= unsignedMax) {
        throw new DnsFormatError(`more than ${unsignedMax} messages of a stream have no TSIG`);
      }
      this.#unsigned.push(copyBytes(packet));
      return null;
    }
    const nowSeconds = this.#now();
    const findKey = (name: TsigKey['name']) => (name.equals(this.#key.name) ? this.#key : null);
    const check = this.#first
      ? verifyPacket(packet, record, { findKey, nowSeconds, requestMac: this.#previousMac })
      : checkMac({
          record,
          findKey,
          nowSeconds,
          parts: [
            prefixed(this.#previousMac),
            ...this.#unsigned,
            unsignedPacket(packet, record),
            tsigTimers(record),
          ],
        });
    this.#first = false;
    this.#unsigned = [];
    this.#previousMac = record.mac;
    return check;
  }

  finish(): void {
    if (this.#first || this.#unsigned.length > 0) {
      throw new DnsFormatError('the last message of a signed stream has no TSIG');
    }
  }
}
