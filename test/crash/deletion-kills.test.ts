/**
 * The service is killed while a person deletes a workspace and their account, and while the activity about
 * the person is erased. The rest is done after a restart, and nothing twice.
 */
import { query } from '@hostmaster/test-rig/any-query';
import { ApiClient } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { runCommand, type ServerProcess } from '@hostmaster/test-rig/process';
import { expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { users } from '../../packages/server/src/storage/tables/people/users.ts';
import { PasswordHasher } from '../../packages/server/src/users/passwords.ts';
import { newUser } from '../../packages/server/src/users/users.ts';
import { openCrashSite } from './crash-site.ts';
import { configOf } from './examine.ts';
import { type Fault, faultVariable, readMarks } from './fault.ts';

const email = 'ada@example.com';
const boss = 'boss@example.com';
const password = 'a horse that counts to nine';

const countNaming = query<{ text: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where((eb) => eb.or([eb('subject', 'like', p.text), eb('details', 'like', p.text)])),
);
const countDeeds = query<{ action: string }>()(({ db, p }) =>
  db
    .selectFrom('activity')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('action', '=', p.action),
);
const countErased = query<object>()(({ db }) =>
  db
    .selectFrom('hash_chain_links')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('erased', 'is not', null),
);
const countErasures = query<object>()(({ db }) =>
  db.selectFrom('erasures').select((eb) => eb.fn.countAll<number>().as('count')),
);
const findUserOf = query<{ email: string }>()(({ db, p }) =>
  db.selectFrom('users').select('id').where('email', '=', p.email),
);

describeOnBothEngines('SIGKILL in the middle of a deletion', (engine) => {
  it('leaves all or nothing, and the erasure goes on', { timeout: 600_000 }, async () => {
    const site = await openCrashSite(engine);
    const { place } = site;
    const stores = await openStores(configOf(place));
    engine.afterwards(() => stores.close());
    const { database } = stores;
    const passwordHash = await new PasswordHasher().hash(password, '127.0.0.1');
    for (const address of [email, boss]) {
      const person = { email: address, name: 'A person', passwordHash, isEmailVerified: true };
      await persistChange(database, { rows: [insert(users, newUser({ ...person, at: 0 }))] });
    }
    const grant = async (address: string, role: string) => {
      const of = ['--workspace', 'Crash', '--email', address, '--role', role];
      const { code, stderr } = await runCommand(place, 'member', 'add', ...of);
      expect(code, stderr).toBe(0);
    };
    await grant(boss, 'owner');
    for (const role of ['owner', 'admin', 'owner']) await grant(email, role);
    const naming = async () =>
      Number((await database.first(countNaming, { text: `%${email}%` }))?.count);
    const deeds = async (action: string) =>
      Number((await database.first(countDeeds, { action }))?.count);
    const left = async () => Number((await database.first(countErasures, {}))?.count);

    let server = await site.start();
    /** Sends a request to a server that kills itself at this point, and starts another one. */
    const killedBy = async (
      fault: Pick<Fault, 'point' | 'subject'>,
      request: (page: DashboardClient) => Promise<unknown>,
    ) => {
      const page = await signedIn(server, email);
      const before = readMarks(place).length;
      expect(await server.send({ ...fault, signal: 'SIGKILL' })).toBe('armed');
      // Its answer is lost with the process.
      await request(page).catch(() => undefined);
      expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect(readMarks(place)).toHaveLength(before + 1);
      server = await site.start();
    };

    const owner = await signedIn(server, email);
    const { workspace } = await owner.call('createWorkspace', { name: 'Gone' });
    const gone = { workspaceId: workspace.id, confirm: 'Gone' };
    const deleteWorkspace = (page: DashboardClient) => page.request('deleteWorkspace', gone);
    await killedBy({ point: 'before-commit', subject: 'workspace-deleted' }, deleteWorkspace);
    expect(await deeds('workspace.delete')).toBe(0);
    expect((await (await signedIn(server, email)).open()).workspaces).toHaveLength(2);
    await killedBy({ point: 'after-commit', subject: 'workspace-deleted' }, deleteWorkspace);
    const later = await signedIn(server, email);
    expect((await later.open()).workspaces).toHaveLength(1);
    expect((await deleteWorkspace(later)).status).toBe(404);
    expect(await deeds('workspace.delete')).toBe(1);

    const deleteAccount = (page: DashboardClient) =>
      page.request('deleteAccount', { confirm: email });
    await killedBy({ point: 'before-commit', subject: 'account-deleted' }, deleteAccount);
    expect(await deeds('account.delete')).toBe(0);
    expect(await left()).toBe(0);
    await killedBy({ point: 'after-commit', subject: 'account-deleted' }, deleteAccount);
    expect(await database.first(findUserOf, { email })).toBeUndefined();
    expect(await deeds('account.delete')).toBe(1);
    expect(await left()).toBe(1);
    server.kill('SIGKILL');
    await server.exited;

    const named = await naming();
    expect(named).toBeGreaterThan(3);
    const kills: readonly (Pick<Fault, 'point' | 'subject'> & { erased: number; left: number })[] =
      [
        { point: 'before-commit', subject: 'erasure', erased: 0, left: 1 },
        { point: 'after-commit', subject: 'erasure', erased: 1, left: 1 },
        { point: 'after-commit', subject: 'erasure', erased: 2, left: 1 },
        { point: 'before-commit', subject: 'erasure-end', erased: named, left: 1 },
        { point: 'after-commit', subject: 'erasure-end', erased: named, left: 0 },
      ];
    for (const { point, subject, ...expected } of kills) {
      const fault = { point, subject, signal: 'SIGKILL' };
      server = await site.start({ environment: { [faultVariable]: JSON.stringify(fault) } });
      // The last run of the erasure is part of the stop.
      server.kill('SIGTERM');
      expect(await server.exited).toEqual({ code: null, signal: 'SIGKILL' });
      expect({ erased: named - (await naming()), left: await left() }).toEqual(expected);
    }
    server = await site.start();
    server.kill('SIGTERM');
    expect(await server.exited).toEqual({ code: 0, signal: null });
    expect(Number((await database.first(countErased, {}))?.count)).toBe(named);
    expect(await deeds('account.delete')).toBe(1);
    const { stdout } = await runCommand(place, 'activity', 'verify', '--json');
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
  });
});

async function signedIn({ url }: ServerProcess, address: string): Promise<DashboardClient> {
  const page = new DashboardClient(new ApiClient({ url, apiKey: null }), { origin: url });
  await page.open();
  await page.call('signIn', { email: address, password });
  return page;
}
