/** SipHash-2-4 with a result of eight octets, as server cookies use it (RFC 9018, section 4.4). */

/** The key has sixteen octets; the result is in the byte order of the hash. */
export function sipHash24(key: Uint8Array, data: Uint8Array): Uint8Array {
  const view = new DataView(key.buffer, key.byteOffset, 16);
  const k0 = view.getBigUint64(0, true);
  const k1 = view.getBigUint64(8, true);
  const state: State = [
    k0 ^ 0x736f_6d65_7073_6575n,
    k1 ^ 0x646f_7261_6e64_6f6dn,
    k0 ^ 0x6c79_6765_6e65_7261n,
    k1 ^ 0x7465_6462_7974_6573n,
  ];
  // The last word holds what is left, and the length in its highest octet.
  const padded = new Uint8Array(data.length - (data.length % 8) + 8);
  padded.set(data);
  padded[padded.length - 1] = data.length;
  const words = new DataView(padded.buffer);
  for (let at = 0; at < padded.length; at += 8) {
    const word = words.getBigUint64(at, true);
    state[3] ^= word;
    for (let round = 0; round < 2; round += 1) mix(state);
    state[0] ^= word;
  }
  state[2] ^= 0xffn;
  for (let round = 0; round < 4; round += 1) mix(state);
  const result = new Uint8Array(8);
  const sum = state[0] ^ state[1] ^ state[2] ^ state[3];
  new DataView(result.buffer).setBigUint64(0, sum, true);
  return result;
}

type State = [bigint, bigint, bigint, bigint];

function mix(v: State): void {
  v[0] = BigInt.asUintN(64, v[0] + v[1]);
  v[1] = rotated(v[1], 13n) ^ v[0];
  v[0] = rotated(v[0], 32n);
  v[2] = BigInt.asUintN(64, v[2] + v[3]);
  v[3] = rotated(v[3], 16n) ^ v[2];
  v[0] = BigInt.asUintN(64, v[0] + v[3]);
  v[3] = rotated(v[3], 21n) ^ v[0];
  v[2] = BigInt.asUintN(64, v[2] + v[1]);
  v[1] = rotated(v[1], 17n) ^ v[2];
  v[2] = rotated(v[2], 32n);
}

function rotated(value: bigint, bits: bigint): bigint {
  return BigInt.asUintN(64, (value << bits) | (value >> (64n - bits)));
}
