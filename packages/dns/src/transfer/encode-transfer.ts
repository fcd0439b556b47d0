/**
 * Zone transfers as streams of messages (RFC 5936, RFC 1995): records packed in order into messages
 * of a moderate size, so that a receiver can process them while the rest arrives.
 */
import {
  ednsBytes,
  encodeMessage,
  headerFlags,
  isTruncated,
  messageBytesMax,
  writeEdns,
} from '../encode-message.ts';
import { type Edns, type Message, makeReply, type ResourceRecord } from '../message.ts';
import { MessageWriter } from '../message-writer.ts';

export interface TransferOptions {
  /** The question that is answered; its id, question and key concern every message. */
  readonly request: Message;
  /** Default 16,384: within reach of compression pointers. */
  readonly messageBytes?: number;
  /** Sent with the first message. */
  readonly edns?: Edns | null;
  /** Octets to leave free in every message, for its TSIG. */
  readonly reservedBytes?: number;
}

/** The messages of a transfer whose records are in memory. */
export function* encodeTransfer(
  records: Iterable<ResourceRecord>,
  options: TransferOptions,
): Generator<Uint8Array> {
  const encoder = new TransferEncoder(options);
  for (const record of records) {
    const full = encoder.add(record);
    if (full !== null) yield full;
  }
  yield encoder.finish();
}

/**
 * IXFR over UDP: the whole answer when it fits, else the newest SOA alone, which sends the client to
 * TCP (RFC 1995, section 2). `records` starts with that SOA.
 */
export function encodeIxfrDatagram(
  records: readonly ResourceRecord[],
  options: {
    readonly request: Message;
    readonly maxBytes: number;
    readonly reservedBytes?: number;
  },
): Uint8Array {
  const { request, ...limits } = options;
  const whole = makeReply(request, {
    authoritative: true,
    recursionDesired: false,
    answers: records,
  });
  const packet = encodeMessage(whole, limits);
  return isTruncated(packet)
    ? encodeMessage({ ...whole, answers: records.slice(0, 1) }, limits)
    : packet;
}

const firstBytes = 1_024;

/** The same for records that arrive over time, such as those of a database. */
export class TransferEncoder {
  readonly #header: Message;
  /** Null when there is none, or when it was written. */
  #edns: Edns | null;
  readonly #softLimit: number;
  readonly #hardLimit: number;
  #writer: MessageWriter;
  #count = 0;

  constructor(options: TransferOptions) {
    const { request, messageBytes = 16_384, edns = null } = options;
    const reservedBytes = (options.reservedBytes ?? 0) + (edns === null ? 0 : ednsBytes(edns));
    this.#edns = edns;
    this.#header = makeReply(request, { authoritative: true, recursionDesired: false });
    this.#hardLimit = messageBytesMax - reservedBytes;
    this.#softLimit = Math.min(messageBytes - reservedBytes, this.#hardLimit);
    this.#writer = this.#start();
  }

  /** A message that is full, or null while there is room. */
  add(record: ResourceRecord): Uint8Array | null {
    const before = this.#writer.length;
    this.#writer.record(record);
    this.#count += 1;
    if (this.#writer.length <= this.#softLimit) return null;
    // A record larger than the limit travels alone.
    if (this.#count === 1 && this.#writer.length <= this.#hardLimit) return null;
    if (this.#count === 1) throw new RangeError(`a record of ${record.name} fits in no message`);
    this.#writer.truncate(before);
    this.#count -= 1;
    const full = this.finish();
    this.#writer = this.#start();
    this.#count = 0;
    this.add(record);
    return full;
  }

  /** The last message. */
  finish(): Uint8Array {
    this.#writer.setU16(6, this.#count);
    if (this.#edns !== null) {
      writeEdns(this.#writer, this.#edns, 0);
      this.#writer.setU16(10, 1);
      this.#edns = null;
    }
    return this.#writer.finish();
  }

  #start(): MessageWriter {
    // Most zones are small; the writer grows as needed.
    const writer = new MessageWriter(new Uint8Array(firstBytes));
    writer.u16(this.#header.id);
    writer.u16(headerFlags(this.#header));
    writer.u16(this.#header.questions.length);
    for (let field = 0; field < 3; field += 1) writer.u16(0);
    for (const question of this.#header.questions) {
      writer.name(question.name);
      writer.u16(question.type);
      writer.u16(question.class);
    }
    return writer;
  }
}
