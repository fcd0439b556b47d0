/** hostmaster sandbox advance, as an operator runs it, and what it is made of. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { startServer } from '@hostmaster/test-rig/process';
import { contact, until } from '@hostmaster/test-rig/service';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { calendarNow, openStores } from '../../packages/server/src/composition/open-stores.ts';
import { moveCalendar } from '../../packages/server/src/lifecycle/move-calendar.ts';
import { command, commandJson } from './command.ts';
import { describeLifecycle, Stage } from './stage.ts';

interface Advanced {
  readonly now: string;
  readonly steps: number;
  readonly unfinishedJobs: number;
}

const environment = { HOSTMASTER_SANDBOX_DELAY: '10ms' };

describeOnBothEngines('hostmaster sandbox advance', (engine) => {
  it('does the work itself without a server, and shows it at once beside one', async () => {
    const place = await engine.place();
    const run = <T>(...args: string[]) => commandJson<T>(place, environment, ...args);
    const start = { place, environment, entry: new URL('./serve-briefly.ts', import.meta.url) };
    const server = await startServer(engine, start);
    const { apiKey, workspace } = await run<{ apiKey: string; workspace: { id: string } }>(
      ...['workspace', 'create', '--name', 'Clock', '--email', 'clock@example.com'],
      ...['--credits', '30'],
    );
    const client = new ApiClient({ url: server.url, apiKey });
    const registrant = { ...contact, email: 'clock@example.com' };
    const order = { domain: 'clock.com', autoRenew: true, contact: registrant };
    await client.call('registerDomain', order);
    await until('it is live', async () => {
      return !(await client.call('listRecords', { domain: 'clock.com' })).pendingFulfillment;
    });
    await server.destroy();
    client.close();

    const before = Date.now();
    const alone = await run<Advanced>('sandbox', 'advance', '340d');
    expect(alone).toEqual({ now: expect.any(String), steps: 1, unfinishedJobs: 0 });
    expect(Date.parse(alone.now)).toBeGreaterThanOrEqual(before + 340 * dayMs);
    expect(Date.parse(alone.now)).toBeLessThan(Date.now() + 341 * dayMs);
    const files = await readdir(join(place.dataDir, 'mail'));
    expect(files.filter((file) => file.endsWith('.eml'))).toHaveLength(2);

    const again = await startServer(engine, start);
    const second = new ApiClient({ url: again.url, apiKey });
    const { domains } = await second.call('listDomains', {});
    expect(domains).toMatchObject([{ name: 'clock.com', status: 'expiring_soon' }]);
    const beside = await run<Advanced>('sandbox', 'advance', '12d');
    expect(beside).toMatchObject({ steps: 1, unfinishedJobs: 0 });
    expect((await second.call('getDomain', { domain: 'clock.com' })).domain.status).toBe('active');
    const { activity } = await run<{ activity: { action: string }[] }>(
      ...['activity', '--workspace', workspace.id],
    );
    expect(activity.map(({ action }) => action).filter((action) => !/^mail/.test(action))).toEqual([
      'domain.renewed',
      'domain.renew',
      'domain.expiry_notice',
      'domain.registered',
      'domain.register',
      'key.create',
      'workspace.create',
    ]);

    // Nothing falls due: said in words, and nothing on a stderr that is no terminal.
    const quiet = await command(place, environment, 'sandbox', 'advance', '1h');
    expect(quiet).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^The calendar is now at \S+Z\.\nNo work was due\.\n$/),
      stderr: '',
    });
    second.close();
    await again.destroy();

    const two = await Promise.all([
      run<Advanced>('sandbox', 'advance', '20d'),
      run<Advanced>('sandbox', 'advance', '400d'),
    ]);
    const latest = Math.max(...two.map(({ now }) => Date.parse(now)));
    expect(latest).toBeGreaterThanOrEqual(Date.parse(beside.now) + 400 * dayMs);
    expect(latest).toBeLessThan(Date.parse(beside.now) + 421 * dayMs);
    const after = await run<{ activity: { action: string; details: { days?: number } }[] }>(
      ...['activity', '--workspace', workspace.id, '--limit', '1000'],
    );
    const notices = after.activity.filter(({ action }) => action === 'domain.expiry_notice');
    const tries = after.activity.filter(({ action }) => action === 'domain.auto_renewal_failed');
    // The first year's notice, then the second year with too few credits, each once.
    expect(notices.map(({ details }) => details.days).reverse()).toEqual([-30, -30, -7, -1, 3]);
    expect(tries).toHaveLength(14);
  });

  it.each([
    ['0d', 'above zero'],
    ['-1d', 'not a duration'],
    ['1000y', 'at most 100y'],
    ['soon', 'not a duration'],
    ['1.5d', 'not a duration'],
  ])('%s: one clear line, exit 2, nothing moved', async (text, reason) => {
    const stage = await openQuietStage();
    const { place, now } = stage;
    const before = await now();
    const { code, stdout, stderr } = await command(place, environment, 'sandbox', 'advance', text);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(/^hostmaster: [^\n]+\n$/);
    expect(stderr).toContain(reason);
    expect(await now()).toBeLessThan(before + 60_000);
  });

  it('is refused in production, and without a duration', async () => {
    const { place } = await openQuietStage();
    // The file is not opened: what matters is that there is a real registry behind the service.
    const production = {
      ...environment,
      HOSTMASTER_REGISTRAR: 'epp',
      HOSTMASTER_EPP_CONFIG: 'epp.json',
    };
    const refused = await command(place, production, 'sandbox', 'advance', '1d');
    expect(refused).toEqual({
      code: 2,
      stdout: '',
      stderr: 'hostmaster: The calendar can be moved in the sandbox only.\n',
    });
    const nothing = await command(place, environment, 'sandbox', 'advance');
    expect(nothing.code).toBe(2);
  });

  let quiet: ReturnType<typeof openQuiet> | null = null;
  const openQuietStage = () => {
    quiet ??= openQuiet();
    return quiet;
  };

  async function openQuiet() {
    const place = await engine.place();
    const stores = await openStores(configFor(place));
    engine.afterwards(() => stores.close());
    return { place, now: () => calendarNow(stores.database, systemClock) };
  }
});

describeLifecycle('the calendar', (stage) => {
  it('never goes back', async () => {
    await stage.advance(10 * dayMs);
    const before = await stage.now();
    await stage.advanceTo(before - 5 * dayMs);
    await moveCalendar(stage.service.database, () => 0);
    expect(await stage.now()).toBeGreaterThanOrEqual(before);
  });

  it('stops at every instant at which something is due, and reports each once', async () => {
    const owner = await stage.owner();
    const name = await owner.register();
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    const report = await stage.advanceTo(expiresAt + 40 * dayMs);
    expect(report).toEqual({ steps: 7, unfinishedJobs: 0 });
    const notices = await owner.activity('domain.expiry_notice');
    for (const { at, details } of notices) {
      const late = Date.parse(at) - (expiresAt + Number(details.days) * dayMs);
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThan(60_000);
    }
    expect((await owner.activity()).at(-1)).toMatchObject({ action: 'domain.released' });
  });

  it('passes over years when a domain was registered for many', async () => {
    const owner = await stage.owner();
    const name = await owner.register({ years: 10, email: owner.email ?? '' });
    const {
      registration: { expiresAt },
    } = await owner.row(name);
    expect((await stage.advanceTo(expiresAt - 31 * dayMs)).steps).toBe(0);
    expect(await owner.domain(name)).toMatchObject({ status: 'active' });
    expect((await stage.advance(2 * dayMs)).steps).toBe(1);
    expect(await owner.domain(name)).toMatchObject({ status: 'expiring_soon' });
  });
});

describeOnBothEngines('the sandbox clock', (engine) => {
  it('waits for a registration that is still under way', async () => {
    const stage = new Stage(engine, { HOSTMASTER_SANDBOX_DELAY: '700ms' });
    await stage.open();
    const owner = await stage.owner();
    const name = stage.service.freshName();
    await owner.client.call('registerDomain', { domain: name, contact });
    await stage.advance(340 * dayMs);
    const row = await owner.row(name);
    expect(row.state).toBe('live');
    expect(
      Math.abs((row.registry.registryExpiresAt ?? 0) - row.registration.expiresAt),
    ).toBeLessThan(60_000);
    expect(await owner.subjects()).toEqual([`${name} is registered`, `${name} expires in 30 days`]);
    await stage.close();
  });
});
