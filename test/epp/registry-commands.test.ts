/** hostmaster registrar test and password, as an operator runs them against a registry. */
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { certificateFor } from '@hostmaster/registry/epp-front';
import { createEngine } from '@hostmaster/test-rig/engines';
import { openRegistryFront, type RegistryFrontOptions } from '@hostmaster/test-rig/registry-front';
import { expect, it } from 'vitest';
import { systemClock } from '../../packages/server/src/base/clock.ts';
import { runProgram } from '../cli/program.ts';

const engine = createEngine('sqlite');

async function open(options: RegistryFrontOptions = {}) {
  const place = await engine.place();
  const registry = await openRegistryFront(place, options);
  engine.afterwards(() => registry.close());
  const environment = { ...registry.settings, HOSTMASTER_DATA_DIR: join(place.dataDir, 'unused') };
  const run = (...args: readonly string[]) => runProgram(['registrar', ...args], environment);
  const password = async () =>
    JSON.parse(await readFile(join(place.dataDir, 'front-credentials.json'), 'utf8')).password;
  const runAny = (...args: readonly string[]) => runProgram(args, environment);
  return { ...registry, run, runAny, password, dataDir: place.dataDir };
}

interface Report {
  readonly ok: boolean;
  readonly registries: readonly [
    {
      readonly steps: readonly { what: string; result: string; detail: string }[];
      readonly corrected: Record<string, unknown> | null;
    },
  ];
}

it.concurrent('test shows that everything is as configured, and changes nothing', async () => {
  const { run, front, dataDir } = await open();
  const { code, stdout, stderr } = await run('test', 'sandbox');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/^Registry sandbox\n\nSTEP +RESULT +DETAIL\nConnection +ok +.*TLSv1\.3\n/);
  expect(stdout).toMatch(/^Sign-in +ok +hostmaster$/m);
  expect(stdout).toMatch(/^Fees of \.com +ok +/m);
  expect(stdout).not.toContain('corrected');
  expect(await front.registry.objects('hostmaster')).toEqual([]);
  expect(existsSync(join(dataDir, 'unused'))).toBe(false);
});

it.concurrent('test corrects the entry where the registry differs', async () => {
  const { run, configure } = await open({ checkNamesMax: 4 });
  await configure({ fees: undefined, tlds: ['com', 'net'] });
  const { code, stdout } = await run('test', '--json');
  expect(code).toBe(1);
  const { ok, registries } = JSON.parse(stdout) as Report;
  expect(ok).toBe(false);
  const [{ steps, corrected }] = registries;
  const differing = steps.filter(({ result }) => result === 'differs').map(({ what }) => what);
  expect(differing).toEqual(['Fees of .com', 'Fees of .net', 'Names per check']);
  expect(corrected).toMatchObject({
    name: 'sandbox',
    tlds: ['com', 'net'],
    checkNames: 2,
    fees: { use: 'premium', currency: 'USD', standardFee: { com: { create: expect.any(Number) } } },
  });
  await configure({ ...corrected });
  expect((await run('test')).code).toBe(0);
});

it.concurrent('test corrects the entry of a registry that takes no DS records', async () => {
  const { run, configure } = await open({ dnssec: false });
  await configure({ tlds: ['com'] });
  const { code, stdout } = await run('test', '--json');
  expect(code).toBe(1);
  const [{ steps, corrected }] = (JSON.parse(stdout) as Report).registries;
  const differing = steps.filter(({ result }) => result === 'differs').map(({ what }) => what);
  expect(differing).toEqual(['DNSSEC']);
  expect(corrected).toMatchObject({ dnssec: false });
  await configure({ ...corrected });
  expect((await run('test')).code).toBe(0);
});

it.concurrent('test uses a name that a suffix of another script accepts', async () => {
  const { run, configure } = await open({ ownScriptOnly: true });
  await configure({ tlds: ['xn--p1ai', 'xn--fiqs8s', 'com'] });
  const { code, stdout } = await run('test');
  expect(stdout).toMatch(/^Check \.xn--p1ai +ok +xn--\S+\.xn--p1ai is available$/m);
  expect(stdout).toMatch(/^Check \.xn--fiqs8s +ok +xn--/m);
  expect(stdout).toMatch(/^Check \.com +ok +hostmaster-test-/m);
  expect(code).toBe(0);
});

it.concurrent('test says what a registered name costs, and that an old setting has no effect', async () => {
  const quoting = await open();
  await quoting.configure({ tlds: ['com'] });
  const told = await quoting.run('test');
  expect(told.stdout).toMatch(
    /^Registered \.com +ok +example\.com: 14 USD to renew, 14 to transfer$/m,
  );
  const { run, configure } = await open({ feeRules: { quotesRegistered: false } });
  const fees = { use: 'premium', standardFee: { '*': { create: 12, renew: 14 } } };
  await configure({ tlds: ['com'], fees: { ...fees, unquoted: 'standard' } });
  const { code, stdout } = await run('test', '--json');
  expect(code).toBe(1);
  const [{ steps, corrected }] = (JSON.parse(stdout) as Report).registries;
  expect(steps).toContainEqual({
    what: 'Registered .com',
    result: 'ok',
    detail: 'example.com: no fee; renewals and transfers carry the highest agreed one',
  });
  expect(steps).toContainEqual({
    what: 'Settings',
    result: 'differs',
    detail: expect.stringContaining('"fees.unquoted" has no effect any more'),
  });
  expect(corrected?.fees).toEqual(fees);
  await configure({ ...corrected, tlds: ['com'], fees });
  expect((await run('test')).code).toBe(0);
});

it.concurrent('test names the step that fails, with one sign-in', async () => {
  const { run, front, writePassword } = await open();
  await writePassword('not the one');
  const { code, stdout } = await run('test', '--json');
  expect(code).toBe(1);
  const [{ steps }] = (JSON.parse(stdout) as Report).registries;
  expect(steps.map(({ what, result }) => [what, result])).toEqual([
    ['Connection', 'ok'],
    ['Greeting', 'ok'],
    ['Sign-in', 'failed'],
  ]);
  expect(front.accounts.wrongSignIns('hostmaster')).toBe(1);
});

it.concurrent('password changes it at the registry and in the file', async () => {
  const { run, front, password } = await open({ accountRules: { isPasswordExpired: true } });
  const old = await password();
  expect((await run('password', '--json')).code).toBe(0);
  expect(await password()).toMatch(/^\w[\w.+-]{15}$/);
  expect(await password()).not.toBe(old);
  expect(front.accounts.passwordOf('hostmaster')).toBe(await password());
  expect((await run('test')).code).toBe(0);
});

it.concurrent('password completes a change whose reply was lost, and keeps one that was refused', async () => {
  const { run, front, password, writePassword } = await open();
  const old = await password();
  front.faults.add({ kind: 'drop-after-commit', type: 'login' });
  const lost = await run('password');
  expect(lost.code).toBe(1);
  expect(lost.stderr).toMatch(/^hostmaster: The registry's reply was lost\. Run the command again/);
  expect(await password()).toBe(old);
  const again = await run('password');
  expect(again.stdout).toContain('An interrupted change was completed');
  const changed = await password();
  expect(front.accounts.passwordOf('hostmaster')).toBe(changed);

  await writePassword('not the one');
  const refused = await run('password');
  expect({ code: refused.code, stdout: refused.stdout }).toEqual({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/The password was not changed: .*2200/);
  expect(await password()).toBe('not the one');
  expect(front.accounts.passwordOf('hostmaster')).toBe(changed);
});

it.concurrent('test signs in with the client certificate that a registry demands', async () => {
  const client = certificateFor({ host: 'registrar.example', clock: systemClock });
  const { run, configure, dataDir } = await open({ clientCa: client.cert });
  const without = await run('test');
  expect(without.code).toBe(1);
  expect(without.stdout).toMatch(/^(Connection|Greeting) +failed/m);
  await writeFile(join(dataDir, 'client.pem'), client.cert);
  await writeFile(join(dataDir, 'client.key'), client.key);
  const tls = {
    caFile: join(dataDir, 'front-ca.pem'),
    certificateFile: 'client.pem',
    keyFile: 'client.key',
  };
  await configure({ tls });
  expect(await run('test')).toMatchObject({ code: 0, stderr: '' });
});

it.concurrent('login security: a long password, and the warning of its end', async () => {
  const { run, front, password, dataDir } = await open({
    loginSecurity: true,
    accountRules: { passwordExpiresAt: Date.UTC(2030, 1, 1) },
  });
  const warned = await run('test');
  expect(warned.code).toBe(1);
  expect(warned.stdout).toMatch(
    /^Login security +differs +password \(warning, until 2030-02-01\): Change the password soon\.$/m,
  );
  const file = join(dataDir, 'chosen-password');
  await writeFile(file, 'a password of more than sixteen characters\n');
  expect((await run('password', '--password-file', file)).code).toBe(0);
  expect(await password()).toBe('a password of more than sixteen characters');
  expect(front.accounts.passwordOf('hostmaster')).toBe(await password());
  const tested = await run('test');
  expect(tested.stdout).toMatch(/^Login security +ok +no warnings$/m);
  expect(tested.code).toBe(0);
});

it.concurrent('price set takes a reserved suffix only for a test environment', async () => {
  const { runAny, configure } = await open();
  expect((await runAny('workspace', 'create', '--name', 'First')).code).toBe(0);
  const price = ['price', 'set', '--tld', 'test', '--register', '5', '--renew', '5'];
  const refused = await runAny(...price);
  expect(refused.code).toBe(2);
  expect(refused.stderr).toContain('only a registry with "testEnvironment"');
  await configure({ testEnvironment: true });
  expect((await runAny(...price)).code).toBe(0);
});
