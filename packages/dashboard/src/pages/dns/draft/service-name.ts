/** Names such as `_sip._tcp.office`, taken apart for types that always stand under one (RFC 8552). */
import type { RecordType } from '@hostmaster/dns/records';

export interface ServiceName {
  /** `sip` for SRV, `443` for TLS. */
  readonly service: string;
  readonly protocol: string;
  /** What they stand under: `@` for the apex. */
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
};

/** How names of a type are asked for; null when a plain name is all there is. */
export function serviceNaming(type: RecordType): ServiceNaming | null {
  return namings[type] ?? null;
}

/** Null when the name is of another shape, which is allowed, only unusual. */
export function readServiceName(name: string): ServiceName | null {
  const [, service, protocol, host] = /^_([^.]*)\._([^.]+)(?:\.(.+))?$/.exec(name) ?? [];
  if (service === undefined || protocol === undefined) return null;
  return { service, protocol, host: host ?? '@' };
}

export function writeServiceName({ service, protocol, host }: ServiceName): string {
  const under = host.trim() === '' || host.trim() === '@' ? '' : `.${host.trim()}`;
  return `_${service.trim().replace(/^_/, '')}._${protocol}${under}`;
}

/** The same place, named as the new type names it. */
export function renameFor(type: RecordType, name: string): string {
  const parts = readServiceName(name);
  if (serviceNaming(type) === null) return parts?.service === '' ? parts.host : name;
  return parts === null && !name.startsWith('_')
    ? writeServiceName({ service: '', protocol: 'tcp', host: name })
    : name;
}
