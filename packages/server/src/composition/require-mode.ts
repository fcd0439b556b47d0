/**
 * A deployment belongs to the mode it was made in: test keys, test credits and a moved calendar must
 * not reach production, and real names must not reach the sandbox registry.
 */
import { ConfigError } from '../base/setting-values.ts';
import type { Config } from '../config/config.ts';
import { lockDeployment, readCalendarOffset } from '../storage/queries/calendar.ts';
import { findFirstKey, findTestTopUp, readMode, writeMode } from '../storage/queries/deployment.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { hasWorkspaces } from '../workspaces/workspaces.ts';

type Mode = Config['mode'];

/** Records the mode of a new deployment; refuses one of the other mode. */
export async function requireMode(
  database: HostmasterDatabase,
  config: Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>,
): Promise<void> {
  const { mode } = config;
  if ((await database.first(readMode, {}))?.mode === mode) return;
  await database.transaction(async (tx) => {
    await tx.first(lockDeployment, {});
    const recorded = (await tx.first(readMode, {}))?.mode;
    const made = (await isEmpty(tx)) ? mode : (recorded ?? (await deriveMode(tx, mode)));
    if (made !== mode) throw new ConfigError(refusal(made, config));
    if (recorded !== mode) await tx.run(writeMode, { mode });
  });
}

async function isEmpty(reader: HostmasterReader): Promise<boolean> {
  return !(await isCalendarMoved(reader)) && !(await hasWorkspaces(reader));
}

/** For deployments of 0.1.0. Keys of production begin with `hm_live_`; the first one decides. */
async function deriveMode(reader: HostmasterReader, fallback: Mode): Promise<Mode> {
  const key = await reader.first(findFirstKey, {});
  if (key !== undefined) return key.prefix.startsWith('hm_live_') ? 'production' : 'sandbox';
  if (await isCalendarMoved(reader)) return 'sandbox';
  return (await reader.first(findTestTopUp, {})) === undefined ? fallback : 'sandbox';
}

async function isCalendarMoved(reader: HostmasterReader): Promise<boolean> {
  return ((await reader.first(readCalendarOffset, {}))?.offsetMs ?? 0) !== 0;
}

function refusal(made: Mode, { dataDir, databaseUrl }: Pick<Config, 'dataDir' | 'databaseUrl'>) {
  const [place, setting] =
    databaseUrl === null
      ? [`The data directory ${dataDir}`, 'HOSTMASTER_DATA_DIR to an empty directory']
      : ['The database of DATABASE_URL', 'DATABASE_URL to an empty database'];
  return made === 'sandbox'
    ? `${place} was made in the sandbox, with test keys and test credits. For production set ${setting}.`
    : `${place} belongs to production. Set HOSTMASTER_REGISTRAR=epp and HOSTMASTER_EPP_CONFIG as the service does, or for the sandbox set ${setting}.`;
}
