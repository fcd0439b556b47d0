/**
 * Damages packets the way attackers and broken senders do: lengths, counts, pointers, cuts,
 * splices.
 */

/** Numbers from 0 (inclusive) to 1, the same for the same seed (mulberry32). */
export function seededRandom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b_79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 0x1_0000_0000;
  };
}

const nastyOctets = [0x00, 0x01, 0x3f, 0x40, 0x7f, 0x80, 0xc0, 0xff];

export function mutatePacket(
  packet: Uint8Array,
  options: { readonly random: () => number; readonly others: readonly Uint8Array[] },
): Uint8Array {
  const { random, others } = options;
  const below = (limit: number) => Math.floor(random() * limit);
  let bytes = new Uint8Array(packet);
  for (let left = 1 + below(6); left > 0; left -= 1) {
    const at = below(bytes.length);
    switch (below(8)) {
      case 0:
        bytes[at] = (bytes[at] ?? 0) ^ (1 << below(8));
        break;
      case 1:
        bytes[at] = nastyOctets[below(nastyOctets.length)] ?? 0;
        break;
      case 2:
        bytes[at] = below(256);
        break;
      case 3: // A pointer to anywhere, itself included.
        bytes[at] = 0xc0;
        if (at + 1 < bytes.length) bytes[at + 1] = below(bytes.length);
        break;
      case 4: // A count in the header.
        if (bytes.length > 11) bytes[4 + below(8)] = below(4);
        break;
      case 5:
        bytes = bytes.slice(0, at);
        break;
      case 6:
        bytes = Uint8Array.from([...bytes, ...bytes.subarray(at, at + below(40))]);
        break;
      default: {
        const other = others[below(others.length)] ?? packet;
        const from = below(other.length);
        bytes = Uint8Array.from([...bytes.subarray(0, at), ...other.subarray(from, from + 60)]);
      }
    }
  }
  return bytes;
}
