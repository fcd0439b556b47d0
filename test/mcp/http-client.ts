/** The official client of the Model Context Protocol, connected to /mcp of a service. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

export async function connectOverHttp(
  serviceUrl: string,
  headers: Readonly<Record<string, string>>,
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const url = new URL(`${serviceUrl}/mcp`);
  await client.connect(new StreamableHTTPClientTransport(url, { requestInit: { headers } }));
  return client;
}
