/** Each table is described once in storage/tables; the description equals what the migrations made. */

import { registryTables } from '@hostmaster/registry/storage';
import type { Reader, RowsQuery } from '@hostmaster/storage';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { openTestSandbox } from '@hostmaster/test-rig/sandbox-registrar';
import { configFor } from '@hostmaster/test-rig/service-config';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import { tables } from '../../packages/server/src/storage/tables/index.ts';

type Described = Readonly<Record<string, { readonly columns: Readonly<Record<string, unknown>> }>>;

function columnsOf<Schema>(table: string): RowsQuery<Schema, object, { name: string }> {
  return {
    bound: { atMost: 100, because: 'a table has few columns' },
    compile: ({ engine }) => ({
      sql:
        engine === 'sqlite'
          ? `select name from pragma_table_info('${table}')`
          : `select column_name as name from information_schema.columns
             where table_schema = current_schema() and table_name = '${table}'`,
      bind: () => [],
    }),
  };
}

async function expectDescribed<Schema>(store: Reader<Schema>, described: Described): Promise<void> {
  for (const [name, table] of Object.entries(described)) {
    const columns = await store.all(columnsOf<Schema>(name), {});
    const expected = Object.keys(table.columns).map((field) =>
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    );
    expect(columns.map((column) => column.name).toSorted(), name).toEqual(expected.toSorted());
  }
}

describeOnBothEngines('the tables', (engine) => {
  it('of the service have exactly the columns that are described', async () => {
    const stores = await openStores(configFor(await engine.emptyPlace()));
    engine.afterwards(() => stores.close());
    await expectDescribed(stores.database, tables);
  });

  it('of the sandbox registry have exactly the columns that are described', async () => {
    const { registry } = await openTestSandbox({ place: await engine.emptyPlace() });
    engine.afterwards(() => registry.close());
    await expectDescribed(registry.db, registryTables);
  });
});
