/**
 * What each way of installation does on a Debian that has nothing but the packed files: it runs, is
 * upgraded with its data, and is removed again.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { beforeAll, expect, it } from 'vitest';
import { expectKept } from '../upgrade/customer.ts';
import { restoreFixture } from '../upgrade/fixtures.ts';
import {
  expectFirstAnswer,
  lowerVersion,
  type Reachable,
  repository,
  run,
  version,
} from './installation.ts';

export interface Installation {
  /** Where the tests find its files. */
  readonly root: string;
  /** What a removal keeps. */
  readonly dataPlaces: readonly string[];
  /** Installs what was packed under this number. */
  install(number: string): Promise<void>;
  /** Puts a data directory where the service will look for it. */
  putData(folder: string): Promise<void>;
  start(settings: Readonly<Record<string, string>>): Promise<Reachable>;
  /** Replaces the running service by what was packed under this number. */
  upgrade(number: string): Promise<Reachable>;
  /** Runs a command of an operator. */
  command(...args: readonly string[]): Promise<string>;
  /** Without its data. */
  remove(): Promise<void>;
  deleteData(): Promise<void>;
  /** Everything that an installation may leave behind. */
  list(): Promise<readonly string[]>;
}

const apiKey = 'hm_test_installed-by-a-test';
const domain = 'installed-name.com';
const timeout = 10 * 60_000;

/** The installation is made in `beforeAll`. */
export function testWholeLife(get: () => Installation): void {
  beforeAll(() => requirePrograms({ programs: ['dig'], packages: ['bind9-dnsutils'] }));

  it('goes from nothing to the first answer, and is removed', { timeout }, async () => {
    const installation = get();
    const before = await installation.list();
    await installation.install(version);
    await expectNothingOfCheckout(installation.root);
    const service = await installation.start({ HOSTMASTER_FIRST_API_KEY: apiKey });
    await expectFirstAnswer(service, { apiKey, domain });
    await expectRemoved(installation, before);
  });

  it("is upgraded with the baseline's data, and removed", { timeout }, async () => {
    const installation = get();
    const before = await installation.list();
    await installation.install(lowerVersion);
    const data = (await createTestDirectory()).path;
    const customer = await restoreFixture({ dataDir: data, databaseUrl: null });
    await installation.putData(data);
    await installation.start({});
    expect(await installation.command('--version')).toBe(`${lowerVersion}\n`);

    const service = await installation.upgrade(version);
    expect(await installation.command('--version')).toBe(`${version}\n`);
    await expectKept(service, customer);
    await expectFirstAnswer(service, { apiKey: customer.apiKey, domain });
    const ledger = await installation.command('ledger', 'verify', '--json');
    expect(JSON.parse(ledger)).toMatchObject({ ok: true });
    await expectRemoved(installation, before);
  });
}

async function expectNothingOfCheckout(root: string): Promise<void> {
  expect(existsSync(join(root, repository))).toBe(false);
  const places = ['etc', 'opt', 'usr', 'var'].map((place) => join(root, place));
  const search = ['--recursive', '--files-with-matches', '--text', '--fixed-strings'];
  const found = await run('grep', [...search, '--', repository, ...places]).catch(
    (error: { code: number; stdout: string }) => error,
  );
  expect(found).toMatchObject({ code: 1, stdout: '' });
}

/** First without the data, then with it. */
async function expectRemoved(installation: Installation, before: readonly string[]): Promise<void> {
  await installation.remove();
  const kept = (await installation.list()).filter((entry) => !before.includes(entry));
  const isData = (entry: string) =>
    installation.dataPlaces.some((place) => `${entry}/`.startsWith(`${place}/`));
  expect(kept.filter((entry) => !isData(entry))).toEqual([]);
  expect(kept).toEqual(expect.arrayContaining([...installation.dataPlaces]));
  await installation.deleteData();
  expect(await installation.list()).toEqual(before);
}
