/** The configuration of a service under test. */
import { type Config, readConfig } from '../../packages/server/src/config/config.ts';
import type { SettingName } from '../../packages/server/src/config/settings.ts';
import type { TestPlace } from './engines.ts';

const sandboxDelay = '20ms';

/** Settings of a fresh place; the environment of the test run stays outside. */
export function configFor(
  place: TestPlace,
  settings: Partial<Record<SettingName, string>> = {},
): Config {
  return readConfig(
    {},
    {
      PORT: '0',
      HOSTMASTER_DATA_DIR: place.dataDir,
      HOSTMASTER_SANDBOX_DELAY: sandboxDelay,
      HOSTMASTER_LOG_LEVEL: 'silent',
      HOSTMASTER_DNS_LISTEN: '127.0.0.1:0',
      // Threads take memory and time to start; tests of them set it.
      HOSTMASTER_DNS_WORKERS: '1',
      HOSTMASTER_METRICS_LISTEN: '127.0.0.1:0',
      ...(place.databaseUrl === null ? {} : { DATABASE_URL: place.databaseUrl }),
      ...settings,
    },
  );
}
