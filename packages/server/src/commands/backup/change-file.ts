/**
 * The file of a backup chain that grows: records of changed pages, each with a digest. What a killed
 * process or a full disk leaves at its end is no record, and the next writer cuts it off.
 */
import { createHash } from 'node:crypto';
import {
  closeSync,
  fstatSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  writeSync,
} from 'node:fs';
import { deflateSync, inflateSync } from 'node:zlib';
import type { LogPosition } from './write-ahead-log.ts';

export interface ChangeRecord {
  /** Place in the log of SQLite after this record. */
  readonly position: LogPosition;
  readonly at: number;
  readonly pageSize: number;
  /** Size of the database after this record; 0 when its transaction goes on in the next record. */
  readonly databasePages: number;
  readonly pages: ReadonlyMap<number, Buffer>;
}

export interface StoredRecord {
  readonly record: ChangeRecord;
  /** Where the next record begins. */
  readonly endsAt: number;
}

const magic = 'HMB1';
const fieldsLength = 44;
const digestLength = 32;
const headerLength = fieldsLength + digestLength;
/** Above what the frames that are read at once can have. */
const payloadBytesMax = 2 ** 29;

export class ChangeFile {
  readonly #descriptor: number;
  #length: number;

  /** Cuts off what is after `length`. */
  constructor(file: string, length: number) {
    this.#descriptor = openSync(file, length === 0 ? 'w' : 'r+', 0o600);
    this.#length = length;
    ftruncateSync(this.#descriptor, length);
  }

  /** On disk when this returns. A record that cannot be written whole is cut off again. */
  append(record: ChangeRecord): void {
    const bytes = encode(record);
    try {
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(this.#descriptor, bytes, written, undefined, this.#length + written);
      }
      fsyncSync(this.#descriptor);
    } catch (error) {
      ftruncateSync(this.#descriptor, this.#length);
      throw error;
    }
    this.#length += bytes.length;
  }

  close(): void {
    closeSync(this.#descriptor);
  }
}

/** In their order, up to the first that is damaged or incomplete. */
export function* readRecords(file: string): Generator<StoredRecord> {
  const descriptor = openSync(file, 'r');
  try {
    const { size } = fstatSync(descriptor);
    let offset = 0;
    while (offset + headerLength <= size) {
      const header = read(descriptor, offset, headerLength);
      const payloadLength = header.readUInt32BE(4);
      const endsAt = offset + headerLength + payloadLength;
      if (header.toString('latin1', 0, 4) !== magic) return;
      if (payloadLength > payloadBytesMax || endsAt > size) return;
      const payload = read(descriptor, offset + headerLength, payloadLength);
      if (!digestOf(header, payload).equals(header.subarray(fieldsLength))) return;
      yield { record: decode(header, payload), endsAt };
      offset = endsAt;
    }
  } finally {
    closeSync(descriptor);
  }
}

function encode({ position, at, pageSize, databasePages, pages }: ChangeRecord): Buffer {
  const parts: Buffer[] = [];
  for (const [number, page] of pages) {
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32BE(number);
    parts.push(prefix, page);
  }
  const payload = deflateSync(Buffer.concat(parts), { level: 1 });
  const header = Buffer.alloc(headerLength);
  header.write(magic, 0, 'latin1');
  header.writeUInt32BE(payload.length, 4);
  header.writeUInt32BE(pageSize, 8);
  header.writeUInt32BE(databasePages, 12);
  header.writeBigUInt64BE(BigInt(at), 16);
  header.write(position.salts, 24, 'hex');
  header.writeUInt32BE(position.frame, 32);
  header.writeUInt32BE(position.checksum[0], 36);
  header.writeUInt32BE(position.checksum[1], 40);
  digestOf(header, payload).copy(header, fieldsLength);
  return Buffer.concat([header, payload]);
}

function decode(header: Buffer, payload: Buffer): ChangeRecord {
  const pageSize = header.readUInt32BE(8);
  const bytes = inflateSync(payload);
  const pages = new Map<number, Buffer>();
  for (let offset = 0; offset < bytes.length; offset += 4 + pageSize) {
    pages.set(bytes.readUInt32BE(offset), bytes.subarray(offset + 4, offset + 4 + pageSize));
  }
  return {
    pageSize,
    pages,
    databasePages: header.readUInt32BE(12),
    at: Number(header.readBigUInt64BE(16)),
    position: {
      salts: header.toString('hex', 24, 32),
      frame: header.readUInt32BE(32),
      checksum: [header.readUInt32BE(36), header.readUInt32BE(40)],
    },
  };
}

function digestOf(header: Buffer, payload: Buffer): Buffer {
  return createHash('sha256').update(header.subarray(0, fieldsLength)).update(payload).digest();
}

function read(descriptor: number, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const count = readSync(descriptor, bytes, 0, length, offset);
  return bytes.subarray(0, count);
}
