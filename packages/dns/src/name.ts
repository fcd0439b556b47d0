/**
 * Domain names in wire format (RFC 1035, section 3.1): length-prefixed labels of arbitrary
 * bytes, compared without regard to ASCII case (RFC 4343) and ordered as RFC 4034, section 6.1
 * says.
 */
import { GrammarError } from './errors.ts';
import { shorten } from './words.ts';

const labelBytesMax = 63;
export const nameBytesMax = 255;

export class Name {
  static readonly root: Name = new Name(new Uint8Array(1));

  /** The uncompressed wire form, with the final zero octet. Never changed after construction. */
  readonly wire: Uint8Array;
  #exact: string | undefined;
  #key: string | undefined;

  private constructor(wire: Uint8Array) {
    this.wire = wire;
  }

  /** Takes ownership of bytes that are already known to be one whole, uncompressed name. */
  static fromTrustedWire(wire: Uint8Array): Name {
    return wire.length === 1 ? Name.root : new Name(wire);
  }

  static fromLabels(labels: readonly Uint8Array[]): Name {
    let length = 1;
    for (const label of labels) {
      if (label.length === 0) throw new GrammarError('a name has an empty label');
      if (label.length > labelBytesMax) {
        throw new GrammarError(`a label has ${label.length} octets; at most 63 are allowed`);
      }
      length += label.length + 1;
    }
    if (length > nameBytesMax) {
      throw new GrammarError(`a name has ${length} octets on the wire; at most 255 are allowed`);
    }
    const wire = new Uint8Array(length);
    let offset = 0;
    for (const label of labels) {
      wire[offset] = label.length;
      wire.set(label, offset + 1);
      offset += label.length + 1;
    }
    return Name.fromTrustedWire(wire);
  }

  /**
   * Reads presentation form with RFC 1035 escapes. Without `origin` every name is absolute and the
   * trailing dot optional; with it, names without the dot are relative to it and `@` is the origin.
   */
  static parse(text: string, origin?: Name): Name {
    if (text === '.') return Name.root;
    if (text === '@' && origin !== undefined) return origin;
    if (text === '') throw new GrammarError('a name is empty');
    const plain = plainWire(text, origin);
    if (plain !== null) return new Name(plain);
    const { labels, absolute } = parseLabels(text);
    if (absolute || origin === undefined) return Name.fromLabels(labels);
    return Name.fromLabels([...labels, ...origin.labels()]);
  }

  /** The bytes as a string of code units 0 to 255, case kept: the key of exact comparison. */
  get exact(): string {
    this.#exact ??= latin1(this.wire);
    return this.#exact;
  }

  /** Equal for names that differ in ASCII case only, so it serves as a map key. */
  get key(): string {
    // Length octets are at most 63 and 'A' is 65: lower-casing cannot touch them.
    this.#key ??= lowerAscii(this.exact);
    return this.#key;
  }

  get labelCount(): number {
    let count = 0;
    for (let at = 0; this.#octet(at) !== 0; at += this.#octet(at) + 1) count += 1;
    return count;
  }

  get isWildcard(): boolean {
    return this.#octet(0) === 1 && this.#octet(1) === 0x2a;
  }

  labels(): Uint8Array[] {
    const labels: Uint8Array[] = [];
    for (let at = 0; this.#octet(at) !== 0; at += this.#octet(at) + 1) {
      labels.push(this.wire.subarray(at + 1, at + 1 + this.#octet(at)));
    }
    return labels;
  }

  equals(other: Name): boolean {
    return this === other || this.key === other.key;
  }

  isAtOrBelow(ancestor: Name): boolean {
    const at = this.wire.length - ancestor.wire.length;
    return at >= 0 && this.key.endsWith(ancestor.key) && this.#isLabelStart(at);
  }

  /** The name without its leftmost label; null for the root. */
  parent(): Name | null {
    const first = this.#octet(0);
    return first === 0 ? null : Name.fromTrustedWire(this.wire.subarray(first + 1));
  }

  /** This name with one more label on the left. Throws GrammarError when it would not fit. */
  child(label: string): Name {
    return Name.fromLabels([...parseLabels(label).labels, ...this.labels()]);
  }

  /** Same name, ASCII letters in lower case: the canonical form of RFC 4034, section 6.2. */
  toLowerCase(): Name {
    return this.key === this.exact ? this : Name.fromTrustedWire(bytesOf(this.key));
  }

  /** Canonical order: by labels from the right, each as unsigned lower-case bytes. */
  compare(other: Name): number {
    const mine = this.toLowerCase().labels();
    const theirs = other.toLowerCase().labels();
    for (let back = 1; back <= Math.min(mine.length, theirs.length); back += 1) {
      const difference = compareBytes(mine.at(-back), theirs.at(-back));
      if (difference !== 0) return difference;
    }
    return mine.length - theirs.length;
  }

  /** Absolute presentation form with trailing dot and escapes. */
  toString(): string {
    if (this.wire.length === 1) return '.';
    const octets = this.exact;
    let text = '';
    for (let at = 0; this.#octet(at) !== 0; at += this.#octet(at) + 1) {
      text += `${presentLabel(octets.slice(at + 1, at + 1 + this.#octet(at)))}.`;
    }
    return text;
  }

  /** As people write host names: lower case, no trailing dot. */
  toHostname(): string {
    return this.toLowerCase().toString().slice(0, -1);
  }

  #octet(at: number): number {
    return this.wire[at] ?? 0;
  }

  #isLabelStart(offset: number): boolean {
    let at = 0;
    while (at < offset) at += this.#octet(at) + 1;
    return at === offset;
  }
}

/** Octets as code units 0 to 255. Not by spreading: that walks an iterator, octet by octet. */
export function latin1(octets: Uint8Array): string {
  return Reflect.apply(String.fromCharCode, null, octets);
}

/** Unsigned, left-justified comparison; a missing operand sorts first. */
export function compareBytes(a: Uint8Array | undefined, b: Uint8Array | undefined): number {
  const left = a ?? new Uint8Array();
  const right = b ?? new Uint8Array();
  const shared = Math.min(left.length, right.length);
  for (let at = 0; at < shared; at += 1) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** The wire form of text without escapes, which is nearly all; null for any other text. */
function plainWire(text: string, origin = Name.root): Uint8Array | null {
  const isAbsolute = text.endsWith('.');
  const end = isAbsolute ? text.length - 1 : text.length;
  const tail = isAbsolute ? Name.root.wire : origin.wire;
  if (end + 1 + tail.length > nameBytesMax) return null;
  const wire = new Uint8Array(end + 1 + tail.length);
  // Each dot makes room for the length of the label after it.
  let lengthAt = 0;
  for (let at = 0; at <= end; at += 1) {
    const code = at === end ? 0x2e : text.charCodeAt(at);
    if (code > 0x7f || code === 0x5c) return null;
    if (code !== 0x2e) {
      wire[at + 1] = code;
      continue;
    }
    const length = at - lengthAt;
    if (length === 0 || length > labelBytesMax) return null;
    wire[lengthAt] = length;
    lengthAt = at + 1;
  }
  wire.set(tail, end + 1);
  return wire;
}

function parseLabels(text: string): { labels: Uint8Array[]; absolute: boolean } {
  const labels: Uint8Array[] = [];
  let label: number[] = [];
  let at = 0;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x2e) {
      if (label.length === 0) throw new GrammarError(`"${shorten(text)}" has an empty label`);
      labels.push(Uint8Array.from(label));
      label = [];
      at += 1;
      continue;
    }
    if (code > 0x7f) {
      throw new GrammarError(
        `"${shorten(text)}" is not ASCII; write A-labels (xn--…) or \\DDD escapes`,
      );
    }
    if (code !== 0x5c) {
      label.push(code);
      at += 1;
      continue;
    }
    const escaped = readEscape(text, at);
    label.push(escaped.octet);
    at = escaped.end;
  }
  if (label.length === 0) return { labels, absolute: true };
  labels.push(Uint8Array.from(label));
  return { labels, absolute: false };
}

/** One `\DDD` or `\X` escape that starts at `at` (RFC 1035, section 5.1). */
export function readEscape(text: string, at: number): { octet: number; end: number } {
  const next = text.charCodeAt(at + 1);
  if (Number.isNaN(next))
    throw new GrammarError('the text ends in a backslash that escapes nothing');
  if (next > 0x7f)
    throw new GrammarError('the text escapes a character that is not ASCII; write \\DDD');
  if (next < 0x30 || next > 0x39) return { octet: next, end: at + 2 };
  const digits = text.slice(at + 1, at + 4);
  const octet = /^[0-9]{3}$/.test(digits) ? Number(digits) : 256;
  if (octet > 255) {
    throw new GrammarError(
      `the text has the escape "\\${digits}"; \\DDD takes three digits, 000 to 255`,
    );
  }
  return { octet, end: at + 4 };
}

/** A label as code units 0 to 255. */
function presentLabel(label: string): string {
  if (unescaped.test(label)) return label;
  let text = '';
  for (let at = 0; at < label.length; at += 1) {
    const octet = label.charCodeAt(at);
    if (octet <= 0x20 || octet >= 0x7f) text += `\\${String(octet).padStart(3, '0')}`;
    else if ('."\\();@$'.includes(String.fromCharCode(octet))) {
      text += `\\${String.fromCharCode(octet)}`;
    } else text += String.fromCharCode(octet);
  }
  return text;
}

/** Printable, and without a meaning of its own in zone files. */
const unescaped = /^[!#%&'*-\-/-:<-?A-[\]-~]*$/;

function lowerAscii(text: string): string {
  return /[A-Z]/.test(text) ? text.replace(/[A-Z]/g, (letter) => letter.toLowerCase()) : text;
}

function bytesOf(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at);
  return bytes;
}
