/**
 * A deployment belongs to the mode it was made in: test keys, test credits and a moved calendar must
 * not reach production, and real names must not reach the sandbox registry.
 */
import { ConfigError } from '../base/setting-values.ts';
import { noChange } from '../changes/change.ts';
import { persist } from '../changes/persist.ts';
import type { Config } from '../config/config.ts';
import { lockDeployment, readCalendarOffset } from '../storage/queries/settings/calendar.ts';
import { findFirstKey, findTestTopUp, readMode } from '../storage/queries/settings/deployment.ts';
import { insert, update } from '../storage/row-write.ts';
import type { HostmasterDatabase, HostmasterReader } from '../storage/schema.ts';
import { deployment } from '../storage/tables/settings/deployment.ts';
import { hasWorkspaces } from '../workspaces/workspaces.ts';

type Mode = Config['mode'];

/** Records the mode of a new deployment; refuses one of the other mode. */
export async function requireMode(
  database: HostmasterDatabase,
  config: Pick<Config, 'mode' | 'dataDir' | 'databaseUrl'>,
): Promise<void> {
  const { mode } = config;
  if ((await database.first(readMode, {}))?.mode === mode) return;
  await persist(database, {
    keys: ['deployment'],
    owner: '',
    commit: 'alone',
    load: loadTraces,
    decide(traces) {
      const { recorded } = traces;
      const made = isEmpty(traces) ? mode : (recorded ?? deriveMode(traces, mode));
      if (made !== mode) throw new ConfigError(refusal(made, config));
      const row =
        recorded === undefined
          ? insert(deployment, { id: 1, mode })
          : update(deployment, { id: 1 }, { mode });
      return { answer: undefined, change: recorded === mode ? noChange : { rows: [row] } };
    },
  });
}

/** What shows the mode that the deployment was made in. */
interface Traces {
  readonly recorded: Mode | undefined;
  readonly isCalendarMoved: boolean;
  readonly hasWorkspaces: boolean;
  readonly firstKeyPrefix: string | undefined;
  readonly hasTestTopUp: boolean;
}

async function loadTraces(reader: HostmasterReader): Promise<Traces> {
  const [, stored, offset, isUsed, key, testTopUp] = await Promise.all([
    reader.first(lockDeployment, {}),
    reader.first(readMode, {}),
    reader.first(readCalendarOffset, {}),
    hasWorkspaces(reader),
    reader.first(findFirstKey, {}),
    reader.first(findTestTopUp, {}),
  ]);
  return {
    recorded: stored?.mode,
    isCalendarMoved: (offset?.offsetMs ?? 0) !== 0,
    hasWorkspaces: isUsed,
    firstKeyPrefix: key?.prefix,
    hasTestTopUp: testTopUp !== undefined,
  };
}

function isEmpty({ isCalendarMoved, hasWorkspaces }: Traces): boolean {
  return !isCalendarMoved && !hasWorkspaces;
}

/** For deployments of 0.1.0. Keys of production begin with `hm_live_`; the first one decides. */
function deriveMode(traces: Traces, fallback: Mode): Mode {
  const { firstKeyPrefix, isCalendarMoved, hasTestTopUp } = traces;
  if (firstKeyPrefix !== undefined) {
    return firstKeyPrefix.startsWith('hm_live_') ? 'production' : 'sandbox';
  }
  return isCalendarMoved || hasTestTopUp ? 'sandbox' : fallback;
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
