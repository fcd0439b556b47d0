/**
 * A growing buffer that writes names with compression (RFC 1035, section 4.1.4). Suffixes are
 * matched case-sensitively, so that the case of names is kept (RFC 4343, section 4).
 */
import type { ResourceRecord } from './message.ts';
import { latin1, type Name } from './name.ts';
import { nameLayouts } from './rdata/name-layout.ts';

/** Pointers have 14 bits. */
const pointerTargetMax = 0x3fff;

export class MessageWriter {
  #bytes: Uint8Array;
  #length = 0;
  readonly #suffixes = new Map<string, number>();

  /** Writes into `buffer` while it is large enough; `finish` copies, so a buffer may serve again. */
  constructor(buffer: Uint8Array) {
    this.#bytes = buffer;
  }

  get length(): number {
    return this.#length;
  }

  /** A copy of what was written. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  u16(value: number): void {
    this.#reserve(2);
    this.#bytes[this.#length] = value >>> 8;
    this.#bytes[this.#length + 1] = value;
    this.#length += 2;
  }

  u32(value: number): void {
    this.u16(value >>> 16);
    this.u16(value & 0xffff);
  }

  setU16(offset: number, value: number): void {
    this.#bytes[offset] = value >>> 8;
    this.#bytes[offset + 1] = value;
  }

  bytes(bytes: Uint8Array): void {
    this.#reserve(bytes.length);
    this.#bytes.set(bytes, this.#length);
    this.#length += bytes.length;
  }

  /** Forgets everything from `length` on, compression targets included. */
  truncate(length: number): void {
    this.#length = length;
    for (const [suffix, offset] of this.#suffixes) {
      if (offset >= length) this.#suffixes.delete(suffix);
    }
  }

  name(name: Name): void {
    this.#name(name.wire, name.exact, 0, name.wire.length);
  }

  record(record: ResourceRecord): void {
    this.name(record.name);
    this.u16(record.type);
    this.u16(record.class);
    this.u32(record.ttlSeconds);
    const lengthAt = this.#length;
    this.u16(record.rdata.length);
    this.#rdata(record.type, record.rdata);
    this.setU16(lengthAt, this.#length - lengthAt - 2);
  }

  #rdata(type: number, rdata: Uint8Array): void {
    const layout = nameLayouts.get(type);
    if (layout?.compression !== 'sent' || rdata.length === 0) {
      this.bytes(rdata);
      return;
    }
    this.bytes(rdata.subarray(0, layout.prefixBytes));
    let at = layout.prefixBytes;
    for (let left = layout.names; left > 0; left -= 1) {
      const end = nameEnd(rdata, at);
      this.#name(rdata, latin1(rdata.subarray(at, end)), at, end);
      at = end;
    }
    this.bytes(rdata.subarray(at));
  }

  /** Writes the name at source[start, end), whose octets are also given as a string for lookups. */
  #name(source: Uint8Array, exact: string, start: number, end: number): void {
    let at = start;
    while (at < end - 1) {
      const suffix = exact.slice(at - start);
      const target = this.#suffixes.get(suffix);
      if (target !== undefined) {
        this.u16(0xc000 | target);
        return;
      }
      if (this.#length <= pointerTargetMax) this.#suffixes.set(suffix, this.#length);
      const next = at + 1 + (source[at] ?? 0);
      this.#reserve(next - at);
      // Labels are short: copying them octet by octet beats a view and a call.
      while (at < next) this.#bytes[this.#length++] = source[at++] ?? 0;
    }
    this.#reserve(1);
    this.#bytes[this.#length] = 0;
    this.#length += 1;
  }

  #reserve(count: number): void {
    const needed = this.#length + count;
    if (needed <= this.#bytes.length) return;
    const grown = new Uint8Array(Math.max(needed, this.#bytes.length * 2));
    grown.set(this.#bytes.subarray(0, this.#length));
    this.#bytes = grown;
  }
}

function nameEnd(rdata: Uint8Array, start: number): number {
  let at = start;
  while (at < rdata.length && rdata[at] !== 0) at += (rdata[at] ?? 0) + 1;
  return at + 1;
}
