/** A dig command that asks the nameserver for one record. */
import { type RecordType, typeLabel } from '@hostmaster/dns/records';

const dnsPort = 53;

export function digLine({
  name,
  type,
  server,
}: {
  readonly name: string;
  readonly type: RecordType;
  /** Where this service answers; null where only secondaries do. */
  readonly server: { readonly host: string; readonly port: number } | null;
}): string {
  const at = server === null ? [] : [`@${server.host}`];
  const port = server === null || server.port === dnsPort ? [] : ['-p', String(server.port)];
  // An ALIAS is published as addresses.
  const asked = type === 'ALIAS' ? 'A' : typeLabel(type);
  return ['dig', '+short', ...at, ...port, name, asked].join(' ');
}
