/** A process without the role `api` can still be supervised. */

import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { environmentOf, startProcess } from './program.ts';

describeOnBothEngines('a process without the role api', (engine) => {
  it('serves health and metrics, and neither API nor dashboard', async () => {
    const place = await engine.place();
    const worker = await startProcess(['serve'], {
      ...environmentOf(place),
      HOSTMASTER_ROLES: 'jobs',
      HOSTMASTER_METRICS_LISTEN: '127.0.0.1:0',
    });
    engine.afterwards(() => worker.stop());
    const { url, text } = await worker.banner();
    expect(text).not.toContain('/v1');
    expect(text).not.toContain('/dashboard');

    const get = async (path: string) => {
      const answer = await fetch(url + path);
      return { status: answer.status, text: await answer.text() };
    };
    expect(await get('/healthz')).toEqual({ status: 200, text: '{"status":"ok"}' });
    expect(await get('/readyz')).toEqual({ status: 200, text: '{"status":"ready"}' });
    const metricsUrl = /Metrics\s+(\S+)/.exec(text)?.[1] ?? '';
    expect(await (await fetch(metricsUrl)).text()).toContain('hostmaster_jobs_waiting');
    for (const path of [
      '/v1/account',
      '/metrics',
      '/dashboard',
      '/dashboard/api/session',
      '/reference',
    ]) {
      const { status, text: body } = await get(path);
      expect(status, path).toBe(404);
      expect(JSON.parse(body), path).toMatchObject({ code: 'route_not_found' });
    }
    expect((await worker.stop()).code).toBe(0);
  });
});
