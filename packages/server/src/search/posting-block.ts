/**
 * Posting lists as bytes: which documents of a segment have a term. A segment has at most 65,536
 * documents, so a list is 16-bit numbers in ascending order, or one bit for each document where most
 * have the term. A block begins with the number of its lists, and the term and length of each.
 */

/** A list as long as this is stored as bits, which take no more. */
const listLengthMax = 4_096;
const bitmapBytes = 8_192;
const headBytes = 4;
const entryBytes = 8;

export const documentsMax = 65_536;

export type PostingList = Uint16Array | Uint8Array;

export function isBitmap(list: PostingList): list is Uint8Array {
  return list instanceof Uint8Array;
}

export function hasBit(bitmap: Uint8Array, number: number): boolean {
  return ((bitmap[number >> 3] ?? 0) & (1 << (number & 7))) !== 0;
}

export function setBit(bitmap: Uint8Array, number: number): void {
  bitmap[number >> 3] = (bitmap[number >> 3] ?? 0) | (1 << (number & 7));
}

export function emptyBitmap(): Uint8Array {
  return new Uint8Array(bitmapBytes);
}

/** About what a list adds to its block. */
export function postingBytes(count: number): number {
  return entryBytes + (count < listLengthMax ? 2 * count : bitmapBytes);
}

/** Numbers of each term in ascending order. */
export function encodeBlock(lists: readonly (readonly [number, readonly number[]])[]): Uint8Array {
  const size = lists.reduce((sum, [, numbers]) => sum + postingBytes(numbers.length), headBytes);
  const block = Buffer.alloc(size);
  block.writeUInt32LE(lists.length, 0);
  let entry = headBytes;
  let place = headBytes + entryBytes * lists.length;
  for (const [term, numbers] of lists) {
    const length = postingBytes(numbers.length) - entryBytes;
    block.writeUInt32LE(term, entry);
    block.writeUInt32LE(length, entry + 4);
    entry += entryBytes;
    if (length === bitmapBytes) {
      const bitmap = block.subarray(place, place + length);
      for (const number of numbers) setBit(bitmap, number);
    } else {
      for (const [index, number] of numbers.entries()) {
        block.writeUInt16LE(number, place + 2 * index);
      }
    }
    place += length;
  }
  return block;
}

/** The lists of some terms; a term that no document has is absent. */
export function decodeBlock(
  stored: Uint8Array,
  wanted: ReadonlySet<number>,
  found: Map<number, PostingList>,
): void {
  const view = new DataView(stored.buffer, stored.byteOffset, stored.byteLength);
  const count = view.getUint32(0, true);
  let place = headBytes + entryBytes * count;
  for (let index = 0; index < count; index += 1) {
    const entry = headBytes + entryBytes * index;
    const term = view.getUint32(entry, true);
    const length = view.getUint32(entry + 4, true);
    if (wanted.has(term)) found.set(term, decodeList(view, place, length));
    place += length;
  }
}

function decodeList(view: DataView, place: number, length: number): PostingList {
  if (length === bitmapBytes) return new Uint8Array(view.buffer, view.byteOffset + place, length);
  const list = new Uint16Array(length / 2);
  for (let index = 0; index < list.length; index += 1) {
    list[index] = view.getUint16(place + 2 * index, true);
  }
  return list;
}
