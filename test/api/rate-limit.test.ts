/** Production only; a clock of the test's own says when the next request is allowed. */

import { hourMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { generateApiKey } from '../../packages/server/src/workspaces/api-key.ts';
import { openLimitedApp } from './limited-app.ts';

describeOnBothEngines('the rate limit', (engine) => {
  it('lets a burst through, then a steady rate, per key', async () => {
    const { client, other, clock } = await openLimitedApp(engine, { perSecond: 10, burst: 5 });
    const ask = () => client.send('GET', '/v1/account');
    for (let left = 4; left >= 0; left -= 1) {
      const answer = await ask();
      expect(answer.status).toBe(200);
      expect(answer.headers.ratelimit).toMatch(new RegExp(`^"default";r=${left};t=[01]$`));
      expect(answer.headers['ratelimit-policy']).toBe('"default";q=5;w=1');
      expect(answer.headers['retry-after']).toBeUndefined();
    }
    const refused = await ask();
    expectRefusal(refused, { status: 429, code: 'rate_limited' });
    expect(refused.headers['retry-after']).toBe('1');
    expect(refused.headers.ratelimit).toBe('"default";r=0;t=1');

    // Another key has a bucket of its own, also in the same workspace.
    expect((await other.send('GET', '/v1/account')).status).toBe(200);

    clock.advance(99);
    expect((await ask()).status).toBe(429);
    clock.advance(1);
    expect((await ask()).status).toBe(200);
    expect((await ask()).status).toBe(429);
    clock.advance(hourMs);
    const statuses = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await ask()).status);
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  });

  it('never turns a wrong key into another status, and counts no request without a key', async () => {
    const { client } = await openLimitedApp(engine, { perSecond: 1, burst: 2 });
    const wrong = client.withKey(generateApiKey('production'));
    for (let count = 0; count < 20; count += 1) {
      const answer = await wrong.send('GET', '/v1/account');
      expectRefusal(answer, { status: 401, code: 'unauthorized' });
      expect(answer.headers.ratelimit).toBeUndefined();
    }
    expect((await client.send('GET', '/v1/account')).status).toBe(200);
  });

  it('holds for every endpoint, before any other check', async () => {
    const { client } = await openLimitedApp(engine, { perSecond: 1, burst: 1 });
    expect((await client.send('POST', '/v1/domains/check', { json: {} })).status).toBe(400);
    for (const [method, path] of [
      ['POST', '/v1/domains/check'],
      ['POST', '/v1/domains'],
      ['GET', '/v1/domains/missing.com'],
      ['DELETE', '/v1/domains/missing.com/dns/rec_1'],
    ] as const) {
      expectRefusal(await client.send(method, path, { raw: 'x' }), {
        status: 429,
        code: 'rate_limited',
      });
    }
  });
});

describeService('the sandbox', (service) => {
  it('has no rate limit', async () => {
    const { client } = await service.workspace();
    const answers = await Promise.all(
      Array.from({ length: 500 }, () => client.send('GET', '/v1/account')),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(answers[0]?.headers.ratelimit).toBeUndefined();
  });
});
