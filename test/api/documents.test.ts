import {
  type Endpoint,
  endpoints,
  errorExamples,
  errors,
  eventTypes,
  openApiDocument,
  tags,
} from '@hostmaster/contract';
import { describeEdge } from '@hostmaster/test-rig/service';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';
import { read } from '../docs/documents.ts';

describeEdge('beside the API, without a key', (service) => {
  it('/openapi.json is the contract', async () => {
    const answer = await service.client.send('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    const { paths } = JSON.parse(JSON.stringify(openApiDocument({ serverUrl: 'x' })));
    expect(answer.body).toMatchObject({ openapi: '3.1.0', paths });
  });

  it('/openapi.json passes a linter and a validator of the specification', async () => {
    const { body } = await service.client.send('GET', '/openapi.json');
    const config = await createConfig({
      extends: ['recommended-strict'],
      rules: {
        // The address is that of the deployment, here the loopback.
        'no-server-example.com': 'off',
        // `transfers` is no domain name, so /v1/domains/transfers/… is never one of a domain.
        'no-ambiguous-paths': 'off',
      },
    });
    const problems = await lintFromString({ source: JSON.stringify(body), config });
    expect(problems.map(({ message, location }) => [location[0]?.pointer, message])).toEqual([]);
    expect(await new Validator().validate(body as Record<string, unknown>)).toEqual({
      valid: true,
    });
  });

  it('/reference and /help/errors are pages without external resources', async () => {
    for (const path of ['/reference', '/reference/', '/help/errors', '/help/errors/']) {
      const page = await service.client.send('GET', path);
      expect(page.status).toBe(200);
      expect(page.headers['content-type']).toContain('text/html');
      expect(page.headers['content-security-policy']).toContain("default-src 'none'");
      expect(page.headers['content-security-policy']).not.toContain('unsafe');
      const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
      expect(sources.filter((url) => !/^[/#]/.test(url) || url.startsWith('//'))).toEqual([]);
      for (const asset of sources.filter((url) => url.startsWith('/help/assets/'))) {
        expect((await service.client.send('GET', asset)).status, asset).toBe(200);
      }
    }
    expect((await service.client.send('GET', '/help/assets/other.js')).status).toBe(404);
    const font = await service.client.send('GET', '/help/assets/inter.woff2');
    expect(font.headers['content-type']).toBe('font/woff2');
  });

  it('/reference has every endpoint, error and type of events, and no unescaped text', async () => {
    const { text } = await service.client.send('GET', '/reference');
    for (const name of Object.keys(endpoints)) expect(text).toContain(`id="${name}"`);
    for (const code of Object.keys(errorExamples)) expect(text).toContain(`id="error-${code}"`);
    for (const type of Object.keys(eventTypes)) expect(text).toContain(`id="event-${type}"`);
    for (const tag of Object.keys(tags)) expect(text).toContain(`>${tag}</h2>`);
    expect(text).not.toMatch(/undefined|\[object|<code><\/code>/);
  });

  it('errors lead to the page that explains them', async () => {
    const { text } = await service.client.send('GET', '/help/errors');
    for (const [code, { status }] of Object.entries(errors)) {
      expect(text).toContain(`id="${code}"`);
      expect(text).toContain(`>${status}</span>`);
    }
    const { client } = await service.workspace();
    for (const [answer, code] of [
      [await client.send('GET', '/v1/domains/missing.com'), 'domain_not_found'],
      [await service.client.send('GET', '/v1/account'), 'unauthorized'],
      [await client.send('GET', '/v1/nowhere'), 'route_not_found'],
      [await client.send('GET', '/v1/%zz'), 'malformed_body'],
    ] as const) {
      expect(answer.body).toMatchObject({ code });
      expect(answer.headers.link).toBe(`</help/errors#${code}>; rel="help"`);
    }
    const { headers } = await client.send('GET', '/v1/account');
    expect(headers.link).toBeUndefined();
  });

  it('answers carry the headers that the document declares', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const created = await client.request('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const listed = await client.request('listRecords', { domain });
    for (const { headers } of [created, listed]) {
      expect(headers).toMatchObject({
        etag: expect.any(String),
        'x-request-id': expect.any(String),
      });
    }
    for (const [name, endpoint] of Object.entries<Endpoint>(endpoints)) {
      if (endpoint.method !== 'GET' || !/^\/v1\/[^{]*(?:\{domain\}[^{]*)?$/.test(endpoint.path))
        continue;
      const path = endpoint.path.replace('{domain}', domain);
      const { headers } = await client.send('GET', path);
      expect('etag' in headers, name).toBe(endpoint.hasVersion === true);
    }
    const known = { 'if-none-match': String(listed.headers.etag) };
    const same = await client.send('GET', `/v1/domains/${domain}/dns`, { headers: known });
    expect(same.status).toBe(304);
    expect(same.headers.etag).toBe(listed.headers.etag);
  });

  it('the pages have the colours of the dashboard', () => {
    const tokensOf = (file: string) =>
      new Map(
        [...read(file).matchAll(/^\s+(--(?:color|font|text|radius)-[\w-]+):\s*([^;]+);/gm)].map(
          ([, name = '', value = '']) => [name, value.replaceAll(/\s+/g, ' ')],
        ),
      );
    const dashboard = tokensOf('packages/dashboard/src/styles.css');
    const pages = tokensOf('packages/server/src/http/pages/assets/pages.css');
    expect(pages.size).toBeGreaterThan(20);
    for (const [name, value] of pages) expect([name, value]).toEqual([name, dashboard.get(name)]);
  });

  it('/healthz and /readyz answer, and metrics count what was answered', async () => {
    expect((await service.client.send('GET', '/healthz')).body).toEqual({ status: 'ok' });
    expect((await service.client.send('GET', '/readyz')).body).toEqual({ status: 'ready' });
    const { client } = await service.workspace();
    await client.send('GET', '/v1/domains/secret-name.com');
    const metrics = await service.metrics();
    expect(metrics).toMatch(
      /hostmaster_http_request_seconds_count\{route="\/v1\/domains\/:domain",method="GET",status="404"\} [1-9]/,
    );
    expect(metrics).not.toContain('secret-name');
  });
});
