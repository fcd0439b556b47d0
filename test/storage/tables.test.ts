/** Each table is described once in storage/tables; the description equals what the migrations made. */
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { configFor } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { openStores } from '../../packages/server/src/composition/open-stores.ts';
import type { Query } from '../../packages/server/src/storage/query.ts';
import type { Schema } from '../../packages/server/src/storage/schema.ts';
import { tables } from '../../packages/server/src/storage/tables/index.ts';

function columnsOf(table: string): Query<Schema, object, { name: string }> {
  return {
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

describeOnBothEngines('the tables', (engine) => {
  it('have exactly the columns that are described', async () => {
    const stores = await openStores(configFor(await engine.place()));
    engine.afterwards(() => stores.close());
    for (const [name, table] of Object.entries(tables)) {
      const columns = await stores.database.all(columnsOf(name), {});
      const described = Object.keys(table.columns).map((field) =>
        field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      );
      expect(columns.map((column) => column.name).toSorted(), name).toEqual(described.toSorted());
    }
  });
});
