/** One DNS server per listen address, all with the same handler. */
import type { SecureContext } from 'node:tls';
import {
  type DnsServer,
  type DnsServerOptions,
  startDnsServer,
  startDnsTlsServer,
} from '@hostmaster/dns/node';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** With it, DNS over TLS. */
  readonly secureContext?: () => SecureContext;
}

/** The address cannot be used: another process has it, or this host or user may not. */
export class ListenError extends Error {
  readonly listen: ListenAddress;
  readonly code: string;

  constructor(listen: ListenAddress, code: string) {
    super(`${listen.host} port ${listen.port} cannot be listened on (${code}).`);
    this.listen = listen;
    this.code = code;
  }
}

export interface Listening {
  readonly addresses: readonly DnsServer['address'][];
  readonly tlsAddresses: readonly DnsServer['address'][];
  close(): Promise<void>;
}

export async function listenEverywhere(
  addresses: readonly ListenAddress[],
  options: Omit<DnsServerOptions, keyof ListenAddress>,
): Promise<Listening> {
  const servers: DnsServer[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  for (const listen of addresses) {
    try {
      const { secureContext, ...place } = listen;
      servers.push(
        secureContext === undefined
          ? await startDnsServer({ ...options, ...place })
          : await startDnsTlsServer({ ...options, ...place, secureContext }),
      );
    } catch (error) {
      await close();
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw /^(EADDR|EACCES)/.test(code) ? new ListenError(listen, code) : error;
    }
  }
  const addressesOf = (isTls: boolean) =>
    servers
      .filter((_, index) => (addresses[index]?.secureContext !== undefined) === isTls)
      .map(({ address }) => address);
  return { addresses: addressesOf(false), tlsAddresses: addressesOf(true), close };
}
