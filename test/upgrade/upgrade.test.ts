/** Data of the baseline comes along, whether written years ago or a moment ago. */
import { readFile } from 'node:fs/promises';
import {
  createTestDirectory,
  describeOnBothEngines,
  type TestPlace,
} from '@hostmaster/test-rig/engines';
import { beforeAll, describe, expect, it } from 'vitest';
import { Operator } from '../cli/operator.ts';
import { environmentOf, startProcess } from '../cli/program.ts';
import { checkOutBaseline, readBaselineFiles } from './baseline-tree.ts';
import { type Customer, createCustomerData, expectKept } from './customer.ts';
import {
  isWritingFixtures,
  migrationDirectories,
  restoreFixture,
  writeFixture,
} from './fixtures.ts';

let command = '';

beforeAll(async () => {
  const tree = await createTestDirectory();
  command = await checkOutBaseline(tree.path);
  return tree.remove;
});

describeOnBothEngines('an upgrade from the baseline', (engine) => {
  it('keeps what the baseline has just written', async () => {
    const place = await engine.place();
    const baseline = await startProcess(['serve'], environmentOf(place), command);
    engine.afterwards(() => baseline.stop());
    const customer = await createCustomerData(await baseline.banner());
    expect(await baseline.stop()).toMatchObject({ code: 0 });
    if (isWritingFixtures) await writeFixture(place, customer);
    await expectUpgrade(place, customer);
  });

  it('keeps what the baseline wrote into the fixture', async () => {
    const place = await engine.place();
    await expectUpgrade(place, await restoreFixture(place));
  });

  async function expectUpgrade(place: TestPlace, customer: Customer): Promise<void> {
    const current = await startProcess(['serve'], environmentOf(place));
    engine.afterwards(() => current.stop());
    await expectKept(await current.banner(), customer);
    expect(await new Operator(place).json('ledger', 'verify')).toMatchObject({ ok: true });
    expect(await current.stop()).toMatchObject({ code: 0, stderr: '' });
  }
});

describe('migrations', () => {
  it('of the baseline are never changed', async () => {
    for (const directory of migrationDirectories) {
      const files = await readBaselineFiles(directory);
      expect(files.size, directory).toBeGreaterThan(0);
      for (const [file, before] of files) {
        const now = await readFile(new URL(`../../${file}`, import.meta.url), 'utf8');
        expect(now, file).toBe(before);
      }
    }
  });
});
