/** PowerDNS from Debian with its API, to compare the service with. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { freePort, requireDnsPeers } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { until } from '@hostmaster/test-rig/service';
import { PowerdnsClient } from './powerdns-client.ts';

export interface Powerdns {
  readonly url: string;
  readonly dnsPort: number;
  readonly key: string;
  readonly client: PowerdnsClient;
  stop(): Promise<void>;
}

const schema = '/usr/share/doc/pdns-backend-sqlite3/schema.sqlite3.sql';

export async function startPowerdns(): Promise<Powerdns> {
  requireDnsPeers();
  const directory = (await createTestDirectory()).path;
  const port = await freePort();
  const dnsPort = await freePort();
  const key = 'a-key-of-this-test';
  const settings = {
    launch: 'gsqlite3',
    'gsqlite3-database': join(directory, 'zones.sqlite'),
    api: 'yes',
    'api-key': key,
    webserver: 'yes',
    'webserver-address': '127.0.0.1',
    'webserver-port': String(port),
    'local-address': '127.0.0.1',
    'local-port': String(dnsPort),
    'socket-dir': directory,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name}=${value}\n`);
  writeFileSync(join(directory, 'pdns.conf'), lines.join(''));
  execFileSync('sqlite3', [settings['gsqlite3-database'], `.read ${schema}`], { env: environment });
  const flags = ['--daemon=no', '--guardian=no', '--disable-syslog=yes'];
  const child = spawn('pdns_server', [`--config-dir=${directory}`, ...flags], {
    env: environment,
    stdio: 'ignore',
  });
  const url = `http://127.0.0.1:${port}`;
  const client = new PowerdnsClient({ url, key });
  await until('PowerDNS answers', async () => {
    if (hasEnded(child)) throw new Error('PowerDNS ended.');
    return client.call('GET', '').then(
      ({ status }) => status === 200,
      () => false,
    );
  });
  return {
    url,
    dnsPort,
    key,
    client,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
