/** The query plan of an engine, as its EXPLAIN prints it. */
import type { Query, RowsQuery } from '@hostmaster/storage';
import type { HostmasterReader, Schema } from '../../packages/server/src/storage/schema.ts';

export async function planOf<P extends object>(
  reader: HostmasterReader,
  asked: Pick<Query<Schema, P, unknown>, 'compile'>,
  params: P,
): Promise<string> {
  const explain: RowsQuery<Schema, P, object> = {
    bound: { atMost: 1_000, because: 'a plan has few lines' },
    compile(dialect) {
      const { sql: statement, bind } = asked.compile(dialect);
      const prefix = dialect.engine === 'sqlite' ? 'explain query plan' : 'explain';
      return { sql: `${prefix} ${statement}`, bind };
    },
  };
  const rows = await reader.all(explain, params);
  return rows.map((row) => Object.values(row).join(' ')).join('\n');
}
