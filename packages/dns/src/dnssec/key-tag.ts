/** The number by which signatures and DS records name a key (RFC 4034, appendix B). It is not unique. */
export function keyTag(dnskey: Uint8Array): number {
  let sum = 0;
  for (const [at, octet] of dnskey.entries()) sum += at % 2 === 0 ? octet << 8 : octet;
  return (sum + (sum >>> 16)) & 0xffff;
}
