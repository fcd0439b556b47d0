import { openApiDocument } from '@hostmaster/contract';
import { describeService } from '@hostmaster/test-rig/service';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, it } from 'vitest';

describeService('beside the API, without a key', (service) => {
  it('/openapi.json is the contract', async () => {
    const answer = await service.client.send('GET', '/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toContain('application/json');
    const { paths } = JSON.parse(JSON.stringify(openApiDocument({ serverUrl: 'x' })));
    expect(answer.body).toMatchObject({ openapi: '3.1.0', paths });
  });

  it('/openapi.json passes two independent linters', async () => {
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

  it('/reference is a page without external resources', async () => {
    const redirect = await service.client.send('GET', '/reference');
    const path = String(redirect.headers.location ?? '/reference').replace(/^\.?\/?/, '/');
    const page = redirect.status === 200 ? redirect : await service.client.send('GET', path);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    const sources = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, url = '']) => url);
    expect(sources.length).toBeGreaterThan(0);
    expect(sources.filter((url) => /^(https?:)?\/\//.test(url))).toEqual([]);
    const script = await service.client.send('GET', '/reference/js/scalar.js');
    expect(script.status).toBe(200);
    expect(script.headers['content-type']).toContain('javascript');
    expect(script.headers['content-security-policy']).toContain("default-src 'none'");
    expect((await service.client.send('GET', '/reference/js/other.js')).status).toBe(404);
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
