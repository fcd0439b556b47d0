/**
 * A cursor over untrusted bytes. Every read is bounded and fails with DnsFormatError only; names
 * are read by the rules that RFC 9267 found broken in many stacks.
 */
import { DnsFormatError } from './errors.ts';
import { Name, nameBytesMax } from './name.ts';

// Names are assembled here and copied out: reading is synchronous, so one buffer serves all.
const scratch = new Uint8Array(nameBytesMax);

/** A name has at most 127 labels. Chains of bare pointers would make decoding quadratic. */
const jumpsMax = 127;

export class WireReader {
  readonly bytes: Uint8Array;
  offset: number;
  readonly end: number;

  constructor(bytes: Uint8Array, offset = 0, end = bytes.length) {
    this.bytes = bytes;
    this.offset = offset;
    this.end = end;
  }

  get remaining(): number {
    return this.end - this.offset;
  }

  u8(): number {
    return this.bytes[this.#take(1)] ?? 0;
  }

  u16(): number {
    const at = this.#take(2);
    return ((this.bytes[at] ?? 0) << 8) | (this.bytes[at + 1] ?? 0);
  }

  u32(): number {
    const high = this.u16();
    return high * 0x10000 + this.u16();
  }

  /** A view, not a copy. */
  take(length: number): Uint8Array {
    const at = this.#take(length);
    return this.bytes.subarray(at, at + length);
  }

  rest(): Uint8Array {
    return this.take(this.remaining);
  }

  /** A character-string of RFC 1035, section 3.3: one length octet and up to 255 octets. */
  charString(): Uint8Array {
    return this.take(this.u8());
  }

  /** A name that may end in a compression pointer to earlier bytes of the same message. */
  compressedName(): Name {
    return this.#name(true);
  }

  /** A name where RFC 3597, section 4 forbids compression. */
  plainName(): Name {
    return this.#name(false);
  }

  expectEnd(what: string): void {
    if (this.offset !== this.end) {
      throw new DnsFormatError(`${what} is followed by ${this.remaining} octets too many`);
    }
  }

  #take(length: number): number {
    const at = this.offset;
    if (length > this.end - at) {
      throw new DnsFormatError(`needs ${length} octets at ${at}, but only ${this.end - at} remain`);
    }
    this.offset = at + length;
    return at;
  }

  #name(mayPoint: boolean): Name {
    const wire = scratch;
    let length = 0;
    let at = this.offset;
    // Before the first jump labels must stay inside this reader's window, afterwards inside the bytes
    // that precede the jump. Each pointer must go further back than the last one: loops cannot form.
    let limit = this.end;
    let lowest = this.offset;
    let jumps = 0;
    for (;;) {
      const octet = at < limit ? this.bytes[at] : undefined;
      if (octet === undefined) throw new DnsFormatError('a name runs past its end');
      if (octet >= 0xc0 && mayPoint) {
        const low = at + 1 < limit ? this.bytes[at + 1] : undefined;
        if (low === undefined) throw new DnsFormatError('a compression pointer is cut off');
        if (jumps === 0) this.offset = at + 2;
        const target = ((octet & 0x3f) << 8) | low;
        if (target >= lowest) throw new DnsFormatError('a compression pointer does not point back');
        limit = lowest;
        lowest = target;
        at = target;
        jumps += 1;
        if (jumps > jumpsMax) throw new DnsFormatError('a name has too many compression pointers');
        continue;
      }
      if (octet > 63)
        throw new DnsFormatError('a name has a label of an unknown or forbidden kind');
      if (length + octet + 1 > nameBytesMax) throw new DnsFormatError('a name exceeds 255 octets');
      if (at + 1 + octet > limit) throw new DnsFormatError('a label runs past its end');
      for (const end = at + 1 + octet; at < end; ) wire[length++] = this.bytes[at++] ?? 0;
      if (octet === 0) break;
    }
    if (jumps === 0) this.offset = at;
    return Name.fromTrustedWire(wire.slice(0, length));
  }
}
