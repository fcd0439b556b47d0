/** The state of the service: for operators only, whom a command names. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

describeService('The state of the service', (service) => {
  const operator = (...args: string[]) => runCommand(service.place, 'user', 'operator', ...args);

  it('403: is for operators only, whom a command names and forgets', async () => {
    const { page, person } = await member(service);
    const refused = { status: 403, code: 'forbidden' } as const;
    expectRefusal(await page.request('getServiceState', {}), refused);
    expect((await page.open()).account?.isOperator).toBe(false);
    expect((await operator(person.email)).stdout).toMatch(/finds the state of the service/);
    expect((await page.open()).account?.isOperator).toBe(true);
    expect(await page.call('getServiceState', {})).toMatchObject({ dnssecProblems: [] });
    await operator(person.email, '--revoke');
    expectRefusal(await page.request('getServiceState', {}), refused);
    const unknown = await operator('stranger@example.com');
    expect(unknown.stderr).toMatch(/No account for stranger@example.com/);
  });

  it('lists secondaries, and which of them was never asked', async () => {
    const { page, person } = await member(service);
    await operator(person.email);
    const address = '192.0.2.53:53,[2001:db8::53]:53';
    await runCommand(service.place, 'secondary', 'add', 'ns1', '--address', address);
    const { secondaries } = await page.call('getServiceState', {});
    expect(secondaries).toEqual([
      {
        name: 'ns1',
        addresses: ['192.0.2.53:53', '[2001:db8::53]:53'],
        state: 'unknown',
        silentSince: null,
        answeredAt: null,
        zonesBehind: expect.any(Number),
      },
    ]);
  });
});
