/** Data of the baseline comes along, whether written years ago or a moment ago. */
import { readFile } from 'node:fs/promises';
import {
  createEngine,
  createTestDirectory,
  describeOnBothEngines,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { contact } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { environmentOf, startProcess } from '../cli/program.ts';
import { countPlainContacts } from '../storage/plain-contacts.ts';
import { checkOutBaseline, readBaseline, readBaselineFiles } from './baseline-tree.ts';
import { type Customer, createCustomerData, expectKept, expectSideBySide } from './customer.ts';
import {
  isWritingFixtures,
  migrationDirectories,
  restoreFixture,
  writeFixture,
} from './fixtures.ts';
import { HttpSession } from './http-session.ts';

let command = '';

beforeAll(async () => {
  const tree = await createTestDirectory();
  command = await checkOutBaseline(tree.path);
  return tree.remove;
});

describeOnBothEngines('an upgrade from the baseline', (engine) => {
  it('keeps what the baseline has just written', async () => {
    const place = await engine.emptyPlace();
    const baseline = await startProcess(['serve'], environmentOf(place), command);
    engine.afterwards(() => baseline.stop());
    const customer = await createCustomerData(await baseline.banner());
    expect(await baseline.stop()).toMatchObject({ code: 0 });
    if (isWritingFixtures) await writeFixture(place, customer);
    await expectUpgrade(place, customer);
  });

  it('keeps what the baseline wrote into the fixture', async () => {
    const place = await engine.emptyPlace();
    await expectUpgrade(place, await restoreFixture(place));
  });

  async function expectUpgrade(place: TestPlace, customer: Customer): Promise<void> {
    const current = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => current.stop());
    await expectKept(await current.banner(), customer);
    expect(await new Operator(place).json('ledger', 'verify')).toMatchObject({ ok: true });
    expect(await new Operator(place).json('activity', 'verify')).toMatchObject({ ok: true });
    expect(await current.stop()).toMatchObject({ code: 0, stderr: '' });
  }
});

describe('a rolling upgrade on PostgreSQL', () => {
  const engine = createEngine('postgres');

  it('lets the baseline serve while the current version migrates and starts beside it', async () => {
    const place = await engine.emptyPlace();
    const baseline = await startProcess(['serve'], environmentOf(place), command);
    engine.afterwards(() => baseline.stop());
    const customer = await createCustomerData(await baseline.banner());
    const current = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => current.stop());
    await expectSideBySide([await baseline.banner(), await current.banner()], customer, 'first');
    // One that would encrypt contacts at once finds the baseline.
    await runHasty(place);
    expect(await countPlainContacts(place)).toBeGreaterThan(0);
    await expectSideBySide([await baseline.banner(), await current.banner()], customer, 'still');
    expect(await baseline.stop()).toMatchObject({ code: 0, stderr: '' });
    // Going back, and a process of the baseline that is restarted by its supervisor.
    const again = await startProcess(['serve'], environmentOf(place), command);
    engine.afterwards(() => again.stop());
    await expectSideBySide([await again.banner(), await current.banner()], customer, 'again');
    expect(await again.stop()).toMatchObject({ code: 0, stderr: '' });
    expect(await new Operator(place).json('ledger', 'verify')).toMatchObject({ ok: true });
    expect(await new Operator(place).json('activity', 'verify')).toMatchObject({ ok: true });
    expect(await current.stop()).toMatchObject({ code: 0, stderr: '' });
    await runHasty(place);
    expect(await countPlainContacts(place)).toBe(0);
    const last = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => last.stop());
    const api = new HttpSession((await last.banner()).url, customer.apiKey);
    const path = '/v1/domains/upgrade-first-0.com/contact';
    expect(await api.get(path)).toMatchObject({ contact });
    expect(await last.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  /** Encrypts contacts without a delay; its last look at them is part of the stop. */
  async function runHasty(place: TestPlace): Promise<void> {
    const hasty = await startProcess(['serve'], {
      ...environmentOf(place),
      HOSTMASTER_CONTACT_ENCRYPTION_DELAY: '0s',
    });
    engine.afterwards(() => hasty.stop());
    await hasty.banner();
    expect(await hasty.stop()).toMatchObject({ code: 0, stderr: '' });
  }
});

describe('migrations', () => {
  it('of the baseline are never changed', async () => {
    for (const directory of migrationDirectories) {
      const files = await readBaselineFiles(directory.before);
      expect(files.size, directory.before).toBeGreaterThan(0);
      const newest = Math.max(...[...files.keys()].map((file) => numberOf(file)));
      expect((await readBaseline()).migrations[directory.now], directory.now).toBe(newest);
      for (const [file, before] of files) {
        const path = file.replace(directory.before, directory.now);
        const now = await readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
        expect(now, file).toBe(before);
      }
    }
  });
});

function numberOf(file: string): number {
  return Number.parseInt(file.split('/').at(-1) ?? '', 10);
}
