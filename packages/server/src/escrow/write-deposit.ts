/**
 * Writes a deposit encrypted to an OpenPGP key (RFC 9580), and a file of hashes beside it. The plain
 * text never touches the disk, and memory holds a page of it at a time.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createMessage, encrypt, type Key } from 'openpgp';

export interface Deposit {
  /** Without an extension. */
  readonly name: string;
  readonly directory: string;
  readonly key: Key;
  readonly rows: AsyncGenerator<string>;
}

/** Only for the owner: the hashes name nothing, but neither are they for others. */
const mode = 0o600;

/** Returns the files. They appear when they are complete. */
export async function writeDeposit({ name, directory, key, rows }: Deposit): Promise<string[]> {
  const plainHash = createHash('sha256');
  const encryptedHash = createHash('sha256');
  const encrypted = join(directory, `${name}.csv.gpg`);
  const hashes = join(directory, `${name}.sha256`);
  const part = `${encrypted}.part`;
  const plain = Readable.from(
    bytesOf(rows, (bytes) => plainHash.update(bytes)),
    {
      objectMode: false,
    },
  );
  try {
    const binary = Readable.toWeb(plain) as ReadableStream<Uint8Array>;
    const message = await createMessage({ binary, format: 'binary' });
    const stream = await encrypt({ message, encryptionKeys: key, format: 'binary' });
    await pipeline(
      hashed(stream, (bytes) => encryptedHash.update(bytes)),
      createWriteStream(part, { flags: 'wx', mode }),
    );
    const lines = [
      `${plainHash.digest('hex')}  ${name}.csv`,
      `${encryptedHash.digest('hex')}  ${name}.csv.gpg`,
    ];
    await writeFile(hashes, lines.map((line) => `${line}\n`).join(''), { flag: 'wx', mode });
    await rename(part, encrypted);
  } catch (error) {
    await rm(part, { force: true });
    throw error;
  }
  return [encrypted, hashes];
}

async function* bytesOf(
  rows: AsyncGenerator<string>,
  seen: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const text of rows) {
    const bytes = Buffer.from(text, 'utf8');
    seen(bytes);
    yield bytes;
  }
}

async function* hashed(
  stream: AsyncIterable<Uint8Array>,
  seen: (bytes: Uint8Array) => void,
): AsyncGenerator<Uint8Array> {
  for await (const bytes of stream) {
    seen(bytes);
    yield bytes;
  }
}
