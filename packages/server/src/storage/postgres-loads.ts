/** Reads of a transaction of PostgreSQL that are sent behind its writes. */
import { postgresDialect, type Sealer } from '@hostmaster/storage';
import type { BoundStatement } from './bound-statement.ts';
import { QueryRunner } from './database.ts';
import { type LateWrite, lateWrites, loadLate, needLoad } from './late-slot.ts';
import type { PostgresSession } from './postgres-session.ts';
import type { PostgresWrites } from './postgres-writes.ts';
import { settleLoads } from './settle-loads.ts';

interface Options {
  readonly sealer: Sealer;
  readonly writes: PostgresWrites;
  /** Longer than any query may take. */
  readonly loadMsMax: number;
}

export function readerOf<Schema>(session: PostgresSession, { sealer }: Options) {
  return new QueryRunner<Schema>(session, postgresDialect, sealer);
}

/** Sends the writes together with the loads that come after them. Throws where a write was refused. */
export async function loadBehind<Schema, Loaded>(
  session: PostgresSession,
  unsent: readonly BoundStatement[],
  options: Options,
  load: (reader: QueryRunner<Schema>) => readonly Promise<Loaded>[],
): Promise<readonly PromiseSettledResult<Loaded>[]> {
  const sent = unsent.map(({ sql, parameters }) => session.execute(sql, parameters));
  const [written, loads] = await Promise.all([
    Promise.allSettled(sent),
    settleLoads(load(readerOf<Schema>(session, options)), options.loadMsMax),
  ]);
  const refused = written.find(({ status }) => status === 'rejected');
  if (refused?.status === 'rejected') throw refused.reason;
  return loads;
}

/** What travels with COMMIT. Late writes that follow from reads see all other writes of the commit. */
export async function lastStatements(
  session: PostgresSession,
  unsent: readonly BoundStatement[],
  late: readonly LateWrite[],
  options: Options,
): Promise<readonly BoundStatement[]> {
  if (!needLoad(late)) return [...unsent, ...options.writes.statements([lateWrites(late)])];
  const [load] = await loadBehind(session, unsent, options, (reader) => [loadLate(reader, late)]);
  if (load?.status !== 'fulfilled') throw load?.reason;
  return options.writes.statements([lateWrites(late, load.value)]);
}
