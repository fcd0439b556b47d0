/** Serves /metrics on an address of its own, so that the service's public port never does. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Registry } from 'prom-client';
import { presentSocketAddress } from '../base/addresses/socket-address.ts';
import { ConfigError } from '../base/setting-values.ts';

export interface MetricsServer {
  readonly url: string;
  close(): Promise<void>;
}

const requestMsMax = 10_000;

export async function startMetricsServer(
  listen: { readonly host: string; readonly port: number },
  registry: Registry,
): Promise<MetricsServer> {
  const server = createServer({ requestTimeout: requestMsMax }, (request, response) => {
    request.resume();
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'content-type': registry.contentType }).end(text),
      () => response.writeHead(500).end(),
    );
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      const { code } = error as NodeJS.ErrnoException;
      const place = `HOSTMASTER_METRICS_LISTEN ${listen.host} port ${listen.port}`;
      const advice = `${place} cannot be listened on (${code}); choose another, or leave it empty.`;
      reject(new ConfigError(advice));
    });
    server.listen(listen.port, listen.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://${presentSocketAddress(listen.host, port)}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
