/** Splits names such as `_sip._tcp.office` for SRV, TLSA and URI records (RFC 8552). */
import type { RecordType } from '@hostmaster/dns/records';

export interface ServiceName {
  /** `sip` for SRV, `443` for TLS. */
  readonly service: string;
  readonly protocol: string;
  /** The name below which the service is: `@` for the apex. */
  readonly host: string;
}

export interface ServiceNaming {
  readonly label: string;
  readonly example: string;
}

export const protocols = ['tcp', 'udp', 'tls', 'sctp', 'quic', 'dccp'] as const;

const namings: Readonly<Partial<Record<RecordType, ServiceNaming>>> = {
  SRV: { label: 'Service', example: 'sip' },
  TLS: { label: 'Port', example: '443' },
  URI: { label: 'Service', example: 'http' },
};

/** The service field of a type's names; null for types with plain names. */
export function serviceNaming(type: RecordType): ServiceNaming | null {
  return namings[type] ?? null;
}

/** Null when the name has another form, which is valid but unusual. */
export function readServiceName(name: string): ServiceName | null {
  const [, service, protocol, host] = /^_([^.]*)\._([^.]+)(?:\.(.+))?$/.exec(name) ?? [];
  if (service === undefined || protocol === undefined) return null;
  return { service, protocol, host: host ?? '@' };
}

export function writeServiceName({ service, protocol, host }: ServiceName): string {
  const under = host.trim() === '' || host.trim() === '@' ? '' : `.${host.trim()}`;
  return `_${service.trim().replace(/^_/, '')}._${protocol}${under}`;
}

/** Adapts a name to another type. */
export function renameFor(type: RecordType, name: string): string {
  const parts = readServiceName(name);
  if (serviceNaming(type) === null) return parts?.service === '' ? parts.host : name;
  return parts === null && !name.startsWith('_')
    ? writeServiceName({ service: '', protocol: 'tcp', host: name })
    : name;
}
