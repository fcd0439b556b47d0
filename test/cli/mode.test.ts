/** A deployment belongs to the mode it was made in: the other mode refuses it in one line. */
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteQuery } from '@hostmaster/storage';
import { describeOnBothEngines, type TestPlace } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { moveCalendar } from '../../packages/server/src/lifecycle/move-calendar.ts';
import { openDatabase } from '../../packages/server/src/storage/open-database.ts';
import type { HostmasterDatabase, Schema } from '../../packages/server/src/storage/schema.ts';
import { expectRefusal } from './operator.ts';
import { environmentOf, type ProcessEnvironment, runProgram } from './program.ts';

const create = ['workspace', 'create', '--name', 'First', '--json'];

describeOnBothEngines('the mode of a deployment', (engine) => {
  it.concurrent('made in the sandbox, production does not start', async () => {
    const { place, sandbox, production } = await open(await engine.emptyPlace());
    expect((await runProgram(create, sandbox)).stdout).toContain('hm_test_');
    const refused = await runProgram(['serve'], production);
    expectRefusal(refused, 'serve in production');
    expect(refused.stderr).toContain('was made in the sandbox');
    expect(refused.stderr).toContain(`set ${settingOf(place)} to an empty`);

    // A deployment of 0.1.0 has no mark; its first key shows the mode.
    await change(place, (database) => database.transaction((tx) => tx.run(forgetMode, {})));
    expectRefusal(await runProgram(['workspace', 'list'], production), 'without a mark');
    expect((await runProgram(['workspace', 'list'], sandbox)).code).toBe(0);
  });

  it.concurrent('made in production, the sandbox does not start', async () => {
    const { place, sandbox, production } = await open(await engine.emptyPlace());
    // An empty deployment takes the mode of each command.
    expect((await runProgram(['workspace', 'list'], sandbox)).code).toBe(
      place.databaseUrl === null ? 2 : 0,
    );
    expect((await runProgram(create, production)).stdout).toContain('hm_live_');
    for (const args of [['serve'], ['workspace', 'list'], ['sandbox', 'epp']]) {
      const refused = await runProgram(args, sandbox);
      expectRefusal(refused, args.join(' '));
      expect(refused.stderr).toContain('belongs to production');
      expect(refused.stderr).toContain('HOSTMASTER_REGISTRAR=epp');
    }
    expect(existsSync(join(place.dataDir, 'registry.db'))).toBe(false);
    await change(place, (database) => database.transaction((tx) => tx.run(forgetMode, {})));
    expectRefusal(await runProgram(['workspace', 'list'], sandbox), 'without a mark');
    expect((await runProgram(['workspace', 'list'], production)).code).toBe(0);
  });

  it.concurrent('with a moved calendar it is the sandbox, also without keys', async () => {
    const { place, production } = await open(await engine.emptyPlace());
    await change(place, (database) => moveCalendar(database, () => 1_000));
    expectRefusal(await runProgram(create, production), 'a moved calendar');
  });
});

async function open(place: TestPlace): Promise<{
  readonly place: TestPlace;
  readonly sandbox: ProcessEnvironment;
  readonly production: ProcessEnvironment;
}> {
  const file = (name: string) => join(place.dataDir, name);
  const registry = {
    name: 'unused',
    tlds: ['com'],
    host: 'epp.registry.invalid',
    credentialsFile: 'login.json',
  };
  await writeFile(file('login.json'), JSON.stringify({ clientId: 'ours', password: 'secret' }));
  await writeFile(file('epp.json'), JSON.stringify({ registries: [registry] }));
  const sandbox = environmentOf(place);
  const epp = { HOSTMASTER_REGISTRAR: 'epp', HOSTMASTER_EPP_CONFIG: file('epp.json') };
  return { place, sandbox, production: { ...sandbox, ...epp } };
}

async function change(
  place: TestPlace,
  work: (database: HostmasterDatabase) => Promise<unknown>,
): Promise<void> {
  const database = await openDatabase({ ...place, databaseConnections: 2 });
  await work(database);
  await database.close();
}

const forgetMode: WriteQuery<Schema, object> = {
  bound: null,
  compile: () => ({ sql: 'delete from deployment', bind: () => [] }),
};

function settingOf({ databaseUrl }: TestPlace): string {
  return databaseUrl === null ? 'HOSTMASTER_DATA_DIR' : 'DATABASE_URL';
}
