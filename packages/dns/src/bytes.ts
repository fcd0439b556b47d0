/** Hex, base64 and UTF-8 text of octets, written for browsers as well as for Node. */

export function toHex(octets: Uint8Array): string {
  let text = '';
  for (const octet of octets) text += octet.toString(16).padStart(2, '0');
  return text;
}

/** Null when the text is not an even number of hex digits. */
export function fromHex(text: string): Uint8Array | null {
  if (text.length % 2 !== 0 || !/^[0-9a-fA-F]*$/.test(text)) return null;
  const octets = new Uint8Array(text.length / 2);
  for (let at = 0; at < octets.length; at += 1) {
    octets[at] = Number.parseInt(text.slice(at * 2, at * 2 + 2), 16);
  }
  return octets;
}

export function toBase64(octets: Uint8Array): string {
  let binary = '';
  for (const octet of octets) binary += String.fromCharCode(octet);
  return btoa(binary);
}

/** Null when the text is not padded base64 (RFC 4648, section 4). */
export function fromBase64(text: string): Uint8Array | null {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return null;
  const binary = atob(text);
  const octets = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) octets[at] = binary.charCodeAt(at);
  return octets;
}

const encoder = new TextEncoder();

/** For shorter texts TextEncoder takes several times as long, for longer ones a fraction. */
const encodedAtOnceMin = 64;

/** UTF-8. Most texts are short and ASCII. */
export function utf8Bytes(text: string): Uint8Array {
  if (text.length >= encodedAtOnceMin) return encoder.encode(text);
  const octets = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code > 0x7f) return encoder.encode(text);
    octets[at] = code;
  }
  return octets;
}

export function concatBytes(parts: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const part of parts) length += part.length;
  const whole = new Uint8Array(length);
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}

export function equalBytes(a: Uint8Array, b: Uint8Array): boolean {
  if (a.length !== b.length) return false;
  for (let at = 0; at < a.length; at += 1) if (a[at] !== b[at]) return false;
  return true;
}

export function u16(value: number): Uint8Array {
  return Uint8Array.of(value >> 8, value & 0xff);
}

export function u32(value: number): Uint8Array {
  return Uint8Array.of(value >>> 24, (value >>> 16) & 0xff, (value >>> 8) & 0xff, value & 0xff);
}

export function u48(value: number): Uint8Array {
  const octets = new Uint8Array(6);
  putU48(octets, 0, value);
  return octets;
}

/** Writes into an array: a signature has a dozen numbers, and an array for each takes longer. */
export function putU16(octets: Uint8Array, at: number, value: number): void {
  octets[at] = value >> 8;
  octets[at + 1] = value;
}

export function putU48(octets: Uint8Array, at: number, value: number): void {
  const low = value % 0x1_0000_0000;
  putU16(octets, at, Math.floor(value / 0x1_0000_0000));
  putU16(octets, at + 2, low >>> 16);
  putU16(octets, at + 4, low & 0xffff);
}

/** A copy as a plain array. `slice` is no copy on Node's Buffer, which shares its memory. */
export function copyBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** The same octets as a plain array, so that `slice` copies. */
export function plainBytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length);
}
