/** One spelling per address, so that address lists match on IPv4 and dual-stack sockets alike. */

/** IPv4 peers of a dual-stack socket appear as `::ffff:192.0.2.1`; this is `192.0.2.1` again. */
export function plainAddress(address: string): string {
  return address.replace(/^::ffff:(?=[0-9]+\.)/i, '');
}
