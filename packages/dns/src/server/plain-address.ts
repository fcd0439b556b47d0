// One spelling per address, so that lists of addresses match whichever socket heard the peer.

/** IPv4 peers of a dual-stack socket appear as `::ffff:192.0.2.1`; this is `192.0.2.1` again. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[0-9]+\.)/i, '');
}
