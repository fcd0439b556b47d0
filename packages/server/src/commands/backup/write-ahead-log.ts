/**
 * Reads committed pages from the write-ahead log of SQLite, whose format is documented at
 * https://sqlite.org/walformat.html. The index in the file beside it says how much is committed.
 */
import { closeSync, openSync, readSync } from 'node:fs';

/** Place of a reader in a log. A log that begins again has other salts. */
export interface LogPosition {
  readonly salts: string;
  readonly frame: number;
  readonly checksum: Checksum;
}

/** What is committed. */
export interface LogEnd extends LogPosition {
  readonly pageSize: number;
  /** Size of the whole database. */
  readonly databasePages: number;
}

export interface Frames {
  readonly position: LogPosition;
  /** The latest version of each page, by its number. */
  readonly pages: ReadonlyMap<number, Buffer>;
}

/** The log does not continue what was read before. */
export class LogLostError extends Error {}

type Checksum = readonly [number, number];

const indexHeaderLength = 48;
const indexVersion = 3_007_000;
const logHeaderLength = 32;
const frameHeaderLength = 24;
/** The index is replaced in two steps; a reader that sees it between them looks again. */
const indexReadsMax = 1_000;
/** 16 MiB with the usual pages. */
const framesAtOnceMax = 4_096;

export function readLogEnd(databaseFile: string): LogEnd {
  for (let read = 0; read < indexReadsMax; read += 1) {
    const index = readBytes(`${databaseFile}-shm`, 0, 2 * indexHeaderLength);
    const [first, second] = [
      index.subarray(0, indexHeaderLength),
      index.subarray(indexHeaderLength),
    ];
    if (!first.equals(second)) continue;
    const version = first.readUInt32LE(0);
    if (version !== indexVersion)
      throw new Error(`${databaseFile}-shm has the version ${version}.`);
    return {
      salts: first.toString('hex', 32, 40),
      frame: first.readUInt32LE(16),
      checksum: [first.readUInt32LE(24), first.readUInt32LE(28)],
      pageSize: pageSizeOf(first.readUInt16LE(14)),
      databasePages: first.readUInt32LE(20),
    };
  }
  throw new LogLostError(`${databaseFile}-shm changes all the time.`);
}

/** Whether the log still has the frame at which a reader stopped. */
export function hasFrame(databaseFile: string, position: LogPosition, end: LogEnd): boolean {
  const { frame, salts, checksum } = position;
  // Without a frame the salts may be those of no log.
  if (frame === 0 || salts !== end.salts || frame > end.frame) return false;
  const offset = frameOffset(frame, end.pageSize);
  const header = readBytes(`${databaseFile}-wal`, offset, frameHeaderLength);
  return isChecksum(header, 16, checksum) && header.toString('hex', 8, 16) === salts;
}

/** In pieces; the last one ends at `end`. From the first frame without `after`, or in another log. */
export function* readFrames(
  databaseFile: string,
  after: LogPosition | null,
  end: LogEnd,
): Generator<Frames> {
  let position =
    after?.salts === end.salts && after.frame > 0 ? after : logStart(databaseFile, end);
  if (position.frame > end.frame) throw new LogLostError('Frames were written again.');
  while (position.frame < end.frame) {
    const frames = readPiece(databaseFile, position, end);
    position = frames.position;
    yield frames;
  }
  if (end.frame > 0 && position.checksum.join() !== end.checksum.join()) {
    throw new LogLostError('The log does not end as its index says.');
  }
}

/** The first checksum continues that of the header. */
function logStart(databaseFile: string, end: LogEnd): LogPosition {
  if (end.frame === 0) return { salts: end.salts, frame: 0, checksum: [0, 0] };
  const header = readBytes(`${databaseFile}-wal`, 0, logHeaderLength);
  const salts = header.toString('hex', 16, 24);
  if (salts !== end.salts) throw new LogLostError('The log begins with other salts.');
  return { salts, frame: 0, checksum: [header.readUInt32BE(24), header.readUInt32BE(28)] };
}

function readPiece(databaseFile: string, from: LogPosition, end: LogEnd): Frames {
  const { pageSize, salts } = end;
  const count = Math.min(end.frame - from.frame, framesAtOnceMax);
  const frameLength = frameHeaderLength + pageSize;
  const offset = frameOffset(from.frame + 1, pageSize);
  const bytes = readBytes(`${databaseFile}-wal`, offset, count * frameLength);
  const pages = new Map<number, Buffer>();
  let { checksum } = from;
  for (let index = 0; index < count; index += 1) {
    const frame = bytes.subarray(index * frameLength, (index + 1) * frameLength);
    checksum = continueChecksum(checksum, frame.subarray(0, 8));
    checksum = continueChecksum(checksum, frame.subarray(frameHeaderLength));
    if (frame.toString('hex', 8, 16) !== salts || !isChecksum(frame, 16, checksum)) {
      throw new LogLostError(`Frame ${from.frame + index + 1} of the log is not the expected one.`);
    }
    pages.set(frame.readUInt32BE(0), frame.subarray(frameHeaderLength));
  }
  return { position: { salts, frame: from.frame + count, checksum }, pages };
}

/** SQLite sums words of the machine's byte order; Node runs on little-endian machines only. */
function continueChecksum([first, second]: Checksum, bytes: Buffer): Checksum {
  let [a, b] = [first, second];
  for (let offset = 0; offset < bytes.length; offset += 8) {
    a = (a + bytes.readUInt32LE(offset) + b) >>> 0;
    b = (b + bytes.readUInt32LE(offset + 4) + a) >>> 0;
  }
  return [a, b];
}

function isChecksum(bytes: Buffer, offset: number, [first, second]: Checksum): boolean {
  return bytes.readUInt32BE(offset) === first && bytes.readUInt32BE(offset + 4) === second;
}

function frameOffset(frame: number, pageSize: number): number {
  return logHeaderLength + (frame - 1) * (frameHeaderLength + pageSize);
}

function pageSizeOf(stored: number): number {
  return stored === 1 ? 65_536 : stored;
}

function readBytes(file: string, offset: number, length: number): Buffer {
  const bytes = Buffer.allocUnsafe(length);
  const descriptor = openSync(file, 'r');
  try {
    if (readSync(descriptor, bytes, 0, length, offset) === length) return bytes;
  } finally {
    closeSync(descriptor);
  }
  throw new LogLostError(`${file} is shorter than expected.`);
}
