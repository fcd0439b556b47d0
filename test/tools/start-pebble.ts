/** Pebble from Debian: an ACME server for tests, which looks challenges up on one DNS server. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { environment } from '@hostmaster/test-rig/debian-packages';
import { freePort } from '@hostmaster/test-rig/dns-peers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { until } from '@hostmaster/test-rig/service';

export interface Pebble {
  readonly url: string;
  /** The file with the certificate of its own HTTPS. */
  readonly certificate: string;
  stop(): Promise<void>;
}

export async function startPebble(dnsPort: number): Promise<Pebble> {
  const directory = (await createTestDirectory()).path;
  const certificate = join(directory, 'pebble.pem');
  const privateKey = join(directory, 'pebble.key');
  const names = 'subjectAltName=DNS:localhost,IP:127.0.0.1';
  const subject = ['-subj', '/CN=localhost', '-addext', names, '-days', '2'];
  const files = ['-nodes', '-keyout', privateKey, '-out', certificate];
  execFileSync('openssl', ['req', '-x509', '-newkey', 'rsa:2048', ...files, ...subject], {
    stdio: 'ignore',
  });
  const port = await freePort();
  const config = join(directory, 'pebble.json');
  const settings = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${await freePort()}`,
    certificate,
    privateKey,
    httpPort: 5002,
    tlsPort: 5001,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  writeFileSync(config, JSON.stringify({ pebble: settings }));
  let log = '';
  const child = spawn('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], {
    env: { ...environment, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (part: string) => {
      log += part;
    });
  }
  await until('Pebble listens', () => {
    if (hasEnded(child)) throw new Error(`Pebble ended: ${log}`);
    return log.includes('ACME directory available');
  });
  return {
    url: `https://localhost:${port}/dir`,
    certificate,
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGKILL');
      await ended;
    },
  };
}
