/** Where the DNS server listens, and what happens when it cannot. */
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createEngine } from '@hostmaster/test-rig/engines';
import { startServer } from '@hostmaster/test-rig/process';
import { describe, expect, it } from 'vitest';

describe('HOSTMASTER_DNS_LISTEN', () => {
  const engine = createEngine('sqlite');

  it('a port in use stops the start with one line that names the setting', async () => {
    const taken = createSocket('udp4');
    taken.bind(0, '127.0.0.1');
    await once(taken, 'listening');
    const { port } = taken.address();
    const place = await engine.place();
    const environment = { HOSTMASTER_DNS_LISTEN: `127.0.0.1:${port}` };
    const failure = await startServer(engine, { place, environment }).then(
      () => 'It started.',
      (error: unknown) => String(error),
    );
    taken.close();
    expect(failure).toMatch(
      new RegExp(`hostmaster: HOSTMASTER_DNS_LISTEN 127\\.0\\.0\\.1 port ${port} .*EADDRINUSE`),
    );
  });

  it.each([
    ['off', /^(?![\s\S]*DNS {8})/],
    ['127.0.0.1:0', /DNS {8}127\.0\.0\.1 port \d+/],
    ['[::1]:0', /DNS {8}::1 port \d+/],
    ['127.0.0.1:0,[::1]:0', /DNS {8}127\.0\.0\.1 port \d+\n +DNS {8}::1 port \d+/],
  ])('%s', async (value, banner) => {
    const place = await engine.place();
    const environment = { HOSTMASTER_DNS_LISTEN: value };
    const server = await startServer(engine, { place, environment });
    expect(server.output()).toMatch(banner);
    await server.destroy();
  });
});
