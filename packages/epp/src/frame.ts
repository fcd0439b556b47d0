/**
 * Framing of RFC 5734, section 4: four octets of big-endian length, which count themselves, then
 * XML.
 */

/** Room for a full domain:info with every extension many times over. */
export const defaultFrameBytesMax = 1_048_576;

const headerBytes = 4;

/** The peer announced a frame of an invalid length; the rest of the stream cannot be read. */
export class FrameError extends Error {
  override readonly name = 'FrameError';
}

export function encodeFrame(xml: string): Buffer {
  const bodyBytes = Buffer.byteLength(xml, 'utf8');
  const frame = Buffer.allocUnsafe(headerBytes + bodyBytes);
  frame.writeUInt32BE(headerBytes + bodyBytes, 0);
  frame.write(xml, headerBytes, 'utf8');
  return frame;
}

/** Turns a byte stream, cut anywhere, back into the frame bodies it carries. */
export class FrameReader {
  readonly #frameBytesMax: number;
  #chunks: Buffer[] = [];
  #bufferedBytes = 0;

  constructor(frameBytesMax: number = defaultFrameBytesMax) {
    this.#frameBytesMax = frameBytesMax;
  }

  /** Bytes of an unfinished frame, to distinguish a closed socket from a truncated reply. */
  get bufferedBytes(): number {
    return this.#bufferedBytes;
  }

  /** The bodies completed by this chunk; throws FrameError at the first bad length. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#bufferedBytes += chunk.length;
    const bodies: Buffer[] = [];
    for (;;) {
      const lengthBytes = this.#announcedBytes();
      if (lengthBytes === undefined || this.#bufferedBytes < lengthBytes) return bodies;
      const joined = this.#join();
      bodies.push(joined.subarray(headerBytes, lengthBytes));
      const rest = joined.subarray(lengthBytes);
      this.#chunks = rest.length === 0 ? [] : [rest];
      this.#bufferedBytes = rest.length;
    }
  }

  #announcedBytes(): number | undefined {
    if (this.#bufferedBytes < headerBytes) return undefined;
    // Only a header cut across chunks needs a copy; large bodies are joined once, when complete.
    const first = this.#chunks[0];
    const header = first !== undefined && first.length >= headerBytes ? first : this.#join();
    const lengthBytes = header.readUInt32BE(0);
    if (lengthBytes <= headerBytes) {
      throw new FrameError(`a frame of ${lengthBytes} bytes cannot carry a document`);
    }
    if (lengthBytes > this.#frameBytesMax) {
      throw new FrameError(
        `a frame of ${lengthBytes} bytes exceeds the limit of ${this.#frameBytesMax}`,
      );
    }
    return lengthBytes;
  }

  #join(): Buffer {
    const [first] = this.#chunks;
    const joined =
      first !== undefined && this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks);
    this.#chunks = [joined];
    return joined;
  }
}
