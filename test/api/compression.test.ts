/** Answers over 1 KB are compressed for clients that ask for it, unless they carry a secret. */
import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

interface Answer {
  readonly encoding: string | undefined;
  readonly vary: string | undefined;
  readonly body: Buffer;
}

describeEdge('compression', (service) => {
  /** Without the decompression of fetch. */
  function get(path: string, headers: Readonly<Record<string, string>>): Promise<Answer> {
    return new Promise((resolve, reject) => {
      const asked = request(`${service.url}${path}`, { headers }, (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part: Buffer) => parts.push(part));
        response.on('end', () =>
          resolve({
            encoding: response.headers['content-encoding'],
            vary: response.headers.vary,
            body: Buffer.concat(parts),
          }),
        );
      });
      asked.on('error', reject).end();
    });
  }

  it('of what is the same for all is the same content in each encoding, twice', async () => {
    for (const path of ['/openapi.json', '/reference', '/llms.txt']) {
      const plain = await get(path, {});
      expect(plain).toMatchObject({ encoding: undefined, vary: 'accept-encoding' });
      for (const _ of ['first', 'again']) {
        const br = await get(path, { 'accept-encoding': 'gzip, br' });
        expect(br.encoding).toBe('br');
        expect(brotliDecompressSync(br.body).equals(plain.body)).toBe(true);
        const zipped = await get(path, { 'accept-encoding': 'gzip, br;q=0' });
        expect(zipped.encoding).toBe('gzip');
        expect(gunzipSync(zipped.body).equals(plain.body)).toBe(true);
      }
    }
  });

  it('is by the encoding that the client prefers of those we have', async () => {
    const { apiKey, client } = await service.workspace({ credits: '500' });
    const key = { 'x-api-key': apiKey };
    const small = await get('/v1/domains', { ...key, 'accept-encoding': 'br, gzip' });
    expect(small.encoding).toBeUndefined();
    for (const _ of Array.from({ length: 12 })) {
      await client.call('registerDomain', { domain: service.freshName('packed'), contact });
    }
    const plain = await get('/v1/domains', key);
    expect(plain).toMatchObject({ encoding: undefined, vary: 'accept-encoding' });
    expect(plain.body.length).toBeGreaterThan(1024);
    for (const [accepted, encoding, unpack] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
      ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
    ] as const) {
      const packed = await get('/v1/domains', { ...key, 'accept-encoding': accepted });
      expect(packed).toMatchObject({ encoding, vary: 'accept-encoding' });
      expect(packed.body.length).toBeLessThan(plain.body.length / 2);
      expect(unpack(packed.body)).toEqual(plain.body);
    }
    const refused = await get('/v1/domains', { ...key, 'accept-encoding': 'br;q=0, zstd' });
    expect(refused.body).toEqual(plain.body);
    const { encoding } = await get('/openapi.json', { 'accept-encoding': 'br' });
    expect(encoding).toBe('br');
  });

  it('leaves out answers with a secret', async () => {
    const { page, inside } = await member(service);
    const headers = { cookie: page.cookie ?? '', 'accept-encoding': 'br' };
    for (let sent = 0; sent < 3; sent += 1) {
      await page.call('requestPasswordReset', { email: (await page.open()).account?.email ?? '' });
    }
    await service.settled();
    const base = `/dashboard/api/workspaces/${inside.workspaceId}`;
    const mails = await get(`${base}/mails`, headers);
    expect(mails.body.length).toBeGreaterThan(1024);
    expect(mails.encoding).toBeUndefined();
    expect((await get('/dashboard/api/session', headers)).encoding).toBeUndefined();
    expect((await get(`${base}/search?query=loom`, headers)).encoding).toBe('br');
  });
});
