/**
 * The packets of one transfer between encoding and sending. Encoding takes as long as the database,
 * sending as long as the secondary reads, so all packets are kept: the first ones in memory, the
 * others in a temporary file. Memory is thus bounded, whatever the size of the zone.
 */
import { randomUUID } from 'node:crypto';
import { type FileHandle, open, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const memoryBytesMax = 256 * 1_024;

export class PacketSpool {
  readonly #memoryBytesMax: number;
  readonly #packets: Uint8Array[] = [];
  /** The lengths of the packets in the file, in order. */
  readonly #lengths: number[] = [];
  #bytes = 0;
  #file: FileHandle | null = null;

  constructor(options: { readonly memoryBytesMax?: number } = {}) {
    this.#memoryBytesMax = options.memoryBytesMax ?? memoryBytesMax;
  }

  /** Whether some packets are in a file. */
  get isSpilled(): boolean {
    return this.#file !== null;
  }

  async add(packet: Uint8Array): Promise<void> {
    if (this.#file === null && this.#bytes + packet.length <= this.#memoryBytesMax) {
      this.#packets.push(packet);
      this.#bytes += packet.length;
      return;
    }
    this.#file ??= await openUnnamed();
    await this.#file.appendFile(packet);
    this.#lengths.push(packet.length);
  }

  /** All packets, in order. Call it once. */
  async *packets(): AsyncGenerator<Uint8Array> {
    for (const packet of this.#packets) yield packet;
    let position = 0;
    for (const length of this.#lengths) {
      if (this.#file === null) return;
      const packet = new Uint8Array(length);
      await this.#file.read({ buffer: packet, position, length });
      position += length;
      yield packet;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = null;
  }
}

/** Deleted at once: the file ends with its handle, also when the process is killed. */
async function openUnnamed(): Promise<FileHandle> {
  const path = join(tmpdir(), `hostmaster-transfer-${randomUUID()}`);
  const file = await open(path, 'wx+', 0o600);
  await unlink(path);
  return file;
}
