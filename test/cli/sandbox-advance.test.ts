/** The sandbox's calendar moves for the running service too, and only forward. */

import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { Operator } from './operator.ts';
import { environmentOf, startProcess } from './program.ts';

describeOnBothEngines('sandbox advance', (engine) => {
  it('turns a domain expiring_soon and refuses to move backwards', async () => {
    const place = await engine.place();
    const service = await startProcess(['serve'], {
      ...environmentOf(place),
      HOSTMASTER_SANDBOX_DELAY: '1ms',
    });
    engine.afterwards(() => service.stop());
    const { url, apiKey } = await service.banner();
    const headers = { 'x-api-key': apiKey ?? '', 'content-type': 'application/json' };
    const read = async <T>(path: string) =>
      (await (await fetch(`${url}/v1/domains/${path}`, { headers })).json()) as T;
    const status = async () =>
      (await read<{ domain: { status: string } }>('in-a-year.com')).domain.status;
    await fetch(`${url}/v1/domains`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ domain: 'in-a-year.com', contact }),
    });
    await until(
      'the domain is provisioned',
      async () =>
        !(await read<{ pendingFulfillment: boolean }>('in-a-year.com/dns')).pendingFulfillment,
    );

    const operator = new Operator(place);
    await operator.refused('sandbox', 'advance', '-340d');
    expect(await status()).toBe('active');
    const { code, stderr } = await operator.run('sandbox', 'advance', '340d');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(await status()).toBe('expiring_soon');
    expect(await operator.json('ledger', 'verify')).toMatchObject({ ok: true });
  });
});
