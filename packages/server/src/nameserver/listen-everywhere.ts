/** One DNS server per listen address, all with the same handler. */
import { type DnsServer, type DnsServerOptions, startDnsServer } from '@hostmaster/dns/node';

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
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

export async function listenEverywhere(
  addresses: readonly ListenAddress[],
  options: Omit<DnsServerOptions, keyof ListenAddress>,
): Promise<{ readonly addresses: readonly DnsServer['address'][]; close(): Promise<void> }> {
  const servers: DnsServer[] = [];
  const close = async () => {
    await Promise.all(servers.map((server) => server.close()));
  };
  for (const listen of addresses) {
    try {
      servers.push(await startDnsServer({ ...options, ...listen }));
    } catch (error) {
      await close();
      const code = error instanceof Error && 'code' in error ? String(error.code) : '';
      throw /^(EADDR|EACCES)/.test(code) ? new ListenError(listen, code) : error;
    }
  }
  return { addresses: servers.map(({ address }) => address), close };
}
