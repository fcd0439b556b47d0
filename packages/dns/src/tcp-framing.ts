/**
 * Messages on a byte stream: two octets of length before each (RFC 1035, section 4.2.2; RFC 7766).
 */
import { concatBytes, u16 } from './bytes.ts';

/** One buffer, so that length and message leave in one segment (RFC 7766, section 8). */
export function frame(message: Uint8Array): Uint8Array {
  if (message.length > 65_535) throw new RangeError('a message has more than 65,535 octets');
  return concatBytes([u16(message.length), message]);
}

/** Reassembles messages from chunks of any size. Buffers at most one message and a chunk. */
export class FrameReader {
  #chunks: Uint8Array[] = [];
  #held = 0;

  /** The messages that this chunk completes. */
  push(chunk: Uint8Array): Uint8Array[] {
    this.#chunks.push(chunk);
    this.#held += chunk.length;
    const wanted = this.#wantedBytes();
    if (wanted === null || this.#held < wanted) return [];
    const bytes = concatBytes(this.#chunks);
    const messages: Uint8Array[] = [];
    let at = 0;
    while (bytes.length - at >= 2) {
      const length = ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);
      if (bytes.length - at - 2 < length) break;
      messages.push(bytes.subarray(at + 2, at + 2 + length));
      at += 2 + length;
    }
    this.#chunks = at === bytes.length ? [] : [bytes.slice(at)];
    this.#held = bytes.length - at;
    return messages;
  }

  /** Length of the first message with its prefix; null while the prefix is not whole. */
  #wantedBytes(): number | null {
    if (this.#held < 2) return null;
    const first = this.#chunks[0] ?? new Uint8Array();
    if (first.length >= 2) return 2 + (((first[0] ?? 0) << 8) | (first[1] ?? 0));
    this.#chunks = [concatBytes(this.#chunks)];
    return this.#wantedBytes();
  }
}
