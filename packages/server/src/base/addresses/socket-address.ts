/** An IP address with an optional port, as settings and commands take it and show it. */
import { isIP, isIPv6 } from 'node:net';

interface SocketAddress {
  readonly address: string;
  /** Null when the text gives none. */
  readonly port: number | null;
}

const bracketed = /^\[([^\]]*)\](?::(\d{1,5}))?$/;
const dotted = /^([^:]*):(\d{1,5})$/;

/** Reads `192.0.2.1`, `192.0.2.1:53`, `2001:db8::1` and `[2001:db8::1]:53`; null for other text. */
export function parseSocketAddress(text: string): SocketAddress | null {
  const [, address = text, digits] = bracketed.exec(text) ?? dotted.exec(text) ?? [];
  const port = digits === undefined ? null : Number(digits);
  const isAddress = text.startsWith('[') ? isIPv6(address) : isIP(address) !== 0;
  return isAddress && (port ?? 0) <= 65_535 ? { address, port } : null;
}

/** A host name is shown like an IPv4 address. */
export function presentSocketAddress(host: string, port: number): string {
  return `${host.includes(':') ? `[${host}]` : host}:${port}`;
}
