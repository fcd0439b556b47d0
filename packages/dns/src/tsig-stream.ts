/**
 * Signatures over a stream of messages, as zone transfers send them (RFC 8945, section 5.3.1): each
 * signature covers the one before it and every unsigned message in between.
 */
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

export interface TsigStreamOptions {
  readonly key: TsigKey;
  /** The signature of the request, which the first message of the reply covers. */
  readonly requestMac: Uint8Array;
  readonly nowSeconds: () => number;
}

/** Signs every packet of a reply, so that the receiver may act on each. */
export class TsigStreamSigner {
  readonly #options: TsigStreamOptions;
  /** Null before the first message. */
  #previousMac: Uint8Array | null = null;

  constructor(options: TsigStreamOptions) {
    this.#options = options;
  }

  sign(packet: Uint8Array): Uint8Array {
    const { key, requestMac } = this.#options;
    const nowSeconds = this.#options.nowSeconds();
    const signed =
      this.#previousMac === null
        ? signPacket(packet, { key, nowSeconds, requestMac })
        : signNext(packet, { key, nowSeconds, previousMac: this.#previousMac });
    this.#previousMac = signed.mac;
    return signed.packet;
  }
}

/** Checks a reply stream. After the last message call `finish`: it must have been signed. */
export class TsigStreamVerifier {
  readonly #options: TsigStreamOptions;
  /** Null before the first message. */
  #previousMac: Uint8Array | null = null;
  #unsigned: Uint8Array[] = [];

  constructor(options: TsigStreamOptions) {
    this.#options = options;
  }

  /** Null for a message that may stay unsigned until a later one covers it. */
  verify(packet: Uint8Array, message: Message): TsigCheck | null {
    const record = message.tsig;
    if (record === null) {
      if (this.#previousMac === null) {
        throw new DnsFormatError('the first message of a signed stream has no TSIG');
      }
      if (this.#unsigned.length >= unsignedMax) {
        throw new DnsFormatError(`more than ${unsignedMax} messages of a stream have no TSIG`);
      }
      this.#unsigned.push(copyBytes(packet));
      return null;
    }
    const { key, requestMac } = this.#options;
    const nowSeconds = this.#options.nowSeconds();
    const findKey = (name: TsigKey['name']) => (name.equals(key.name) ? key : null);
    const check =
      this.#previousMac === null
        ? verifyPacket(packet, record, { findKey, nowSeconds, requestMac })
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
    this.#unsigned = [];
    this.#previousMac = record.mac;
    return check;
  }

  finish(): void {
    if (this.#previousMac === null || this.#unsigned.length > 0) {
      throw new DnsFormatError('the last message of a signed stream has no TSIG');
    }
  }
}

function signNext(
  packet: Uint8Array,
  given: {
    readonly key: TsigKey;
    readonly nowSeconds: number;
    readonly previousMac: Uint8Array;
  },
): SignedPacket {
  const { key, nowSeconds, previousMac } = given;
  const data = unsignedData(packet, key, nowSeconds);
  const mac = hmac(key, [prefixed(previousMac), packet, tsigTimers(data)]);
  return { packet: appendTsig(packet, key.name, { ...data, mac }), mac };
}
