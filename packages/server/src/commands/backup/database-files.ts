/** The SQLite files of a data directory. */
import { join } from 'node:path';
import type { Config } from '../../config/config.ts';
import { sqliteFileName } from '../../storage/open-database.ts';

export interface DatabaseFile {
  /** Folder of its copies in a continuous backup. */
  readonly name: string;
  readonly source: string;
}

/** Our database first: a newer copy of the registry can be reconciled by queries, an older one cannot. */
export function databaseFiles({ dataDir, registrar }: Config): readonly DatabaseFile[] {
  const ours = { name: 'hostmaster', source: join(dataDir, sqliteFileName) };
  // Registries over EPP keep their own.
  if (registrar !== 'sandbox') return [ours];
  return [ours, { name: 'registry', source: join(dataDir, 'registry.db') }];
}
