/** Limits of the HTTP edge at the settings people write. */
import { connect } from 'node:net';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService(
  'limits of requests',
  (service) => {
    it('security.txt names the contact until it expires', async () => {
      const { apiKey } = await service.workspace();
      const answer = await service.client.withKey(apiKey).send('GET', '/.well-known/security.txt');
      expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
      const [contact, expires = '', canonical] = answer.text.split('\n');
      expect(contact).toBe('Contact: mailto:security@example.net');
      expect(Date.parse(expires.replace('Expires: ', ''))).toBeGreaterThan(Date.now());
      expect(canonical).toMatch(/^Canonical: http.*\/\.well-known\/security\.txt$/);
    });

    it('429: one address outside /v1, while keys and health go on', async () => {
      const { client } = await service.workspace();
      // At once: one more each second is answered, however slow the machine is.
      const ask = (path: string) =>
        Promise.all(Array.from({ length: 30 }, () => service.client.send('GET', path)));
      const statuses = (await ask('/openapi.json')).map(({ status }) => status);
      expect(statuses).toContain(200);
      expect(statuses).toContain(429);
      const pages = await ask('/dashboard/api/session');
      const refused = pages.find(({ status }) => status !== 200) ?? expect.unreachable();
      expectRefusal(refused, { status: 429, code: 'rate_limited' });
      expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
      expect(refused.headers['ratelimit-policy']).toBe('"default";q=5;w=5');
      expect((await client.send('GET', '/v1/account')).status).toBe(200);
      expect((await service.client.send('GET', '/v1/account')).status).toBe(401);
      expect((await service.client.send('GET', '/healthz')).status).toBe(200);
    });

    it('hole 15: a body that arrives drop by drop is cut off', async () => {
      const { apiKey } = await service.workspace();
      const { hostname, port } = new URL(service.url);
      const socket = connect({ host: hostname, port: Number(port) });
      const { promise, resolve, reject } = Promise.withResolvers<string>();
      let answer = '';
      socket.setEncoding('utf8').on('data', (text: string) => {
        answer += text;
      });
      socket.on('close', () => resolve(answer)).on('error', reject);
      socket.write(
        `POST /v1/domains/check HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${apiKey}\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{`,
      );
      expect(await promise).toMatch(/^HTTP\/1\.1 400 .*The request took too long to arrive\./s);
    });
  },
  {
    settings: {
      HOSTMASTER_ADDRESS_RATE: '1:5',
      HOSTMASTER_REQUEST_TIMEOUT: '300ms',
      HOSTMASTER_SECURITY_CONTACT: 'mailto:security@example.net',
    },
  },
);
