/** Opens the pools that HOSTMASTER_EPP_CONFIG describes. Nothing connects before it is needed. */
import { EppPool } from '@hostmaster/epp';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { CheckLimit } from './check-limit.ts';
import { openContactBook } from './contacts.ts';
import { EppRegistrar } from './epp-registrar.ts';
import { HostBook } from './hosts.ts';
import { MessageQueue } from './messages.ts';
import type { RegistryConfig } from './registry-config.ts';
import { RegistryLink } from './registry-link.ts';

export function openEppRegistrar(options: {
  readonly registries: readonly RegistryConfig[];
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  readonly log?: Logger;
}): EppRegistrar {
  const { database, clock } = options;
  const links = options.registries.map((config) => {
    const pool = new EppPool({
      host: config.host,
      port: config.port,
      tls: config.tls,
      credentials: config.credentials,
      sessionsMax: config.maximumSessions,
      commandTimeoutMs: config.commandTimeoutMs,
      connectTimeoutMs: config.connectTimeoutMs,
      greetingTimeoutMs: config.connectTimeoutMs,
      queueTimeoutMs: config.queueTimeoutMs,
      backoff: config.reconnect,
      ...(options.log === undefined ? {} : { log: logTo(options.log, config.name) }),
    });
    const contacts = openContactBook({ pool, config, database });
    const messages = new MessageQueue({ pool, registry: config.name, database, clock });
    const limit = new CheckLimit(config.checkNames);
    const hosts = new HostBook({ pool, config, database, limit });
    return new RegistryLink({ config, pool, contacts, hosts, limit, messages });
  });
  return new EppRegistrar(links);
}

/** The library redacts frames. Failed connections are warnings; other events are debug lines. */
function logTo(
  log: Logger,
  registry: string,
): NonNullable<ConstructorParameters<typeof EppPool>[0]['log']> {
  return (event) => {
    const line = { ...event, registry };
    if (event.event === 'connect-failed') log.warn(line, 'the registry cannot be reached');
    else log.debug(line, 'epp');
  };
}
