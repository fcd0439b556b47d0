/** Opens the pools that HOSTMASTER_EPP_CONFIG describes. */
import type { Credentials, EppLogEvent, PoolOptions } from '@hostmaster/epp';
import type { Logger } from 'pino';
import type { MachineClock } from '../../base/clock.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import { CheckLimit } from './check-limit.ts';
import { connectionOptionsOf } from './connection-options.ts';
import { openContactBook } from './contact-book.ts';
import { EppRegistrar } from './epp-registrar.ts';
import { HostBook } from './host-book.ts';
import { loginEventText } from './login-events.ts';
import { MessageQueue } from './message-queue.ts';
import { OutsidePool } from './outside-pool.ts';
import { readCredentials } from './read-epp-config.ts';
import type { RegistryConfig } from './registry-config.ts';
import { RegistryLink } from './registry-link.ts';
import type { RegistryObserver } from './registry-observer.ts';

export function openEppRegistrar(options: {
  readonly registries: readonly RegistryConfig[];
  readonly database: HostmasterDatabase;
  readonly clock: MachineClock;
  /** Cuts commands under way off. */
  readonly stopping: AbortSignal;
  readonly log?: Logger;
  readonly observer?: RegistryObserver;
}): EppRegistrar {
  const { database, clock } = options;
  const links = options.registries.map((config) => {
    const { log, observer } = options;
    for (const warning of config.warnings) log?.warn({ registry: config.name }, warning);
    const writeLine = log === undefined ? undefined : logTo(log, config);
    const pool = openPool(config, {
      stopping: options.stopping,
      log: (event) => {
        writeLine?.(event);
        observer?.onEvent(config, event);
      },
      logsFrames: log?.isLevelEnabled('debug') === true,
      onCommand: (end) => observer?.onCommand(config, end),
    });
    observer?.onPool(config, () => pool.status);
    const contacts = openContactBook({ pool, config, database, clock });
    const messages = new MessageQueue({ pool, registry: config.name, database, clock });
    const limit = new CheckLimit(config.checkNames);
    const hosts = new HostBook({ pool, config, database, limit, clock });
    return new RegistryLink({ config, pool, contacts, hosts, limit, messages });
  });
  return new EppRegistrar(links);
}

/** Nothing connects before it is needed. */
function openPool(
  config: RegistryConfig,
  parts: Required<Pick<PoolOptions, 'log' | 'logsFrames' | 'onCommand'>> & {
    readonly stopping: AbortSignal;
  },
): OutsidePool {
  return new OutsidePool({
    ...connectionOptionsOf(config),
    credentials: credentialsOf(config),
    sessionsMax: config.maximumSessions,
    keepAliveMs: config.keepAliveMs,
    queueTimeoutMs: config.queueTimeoutMs,
    commandTimeoutMs: config.commandTimeoutMs,
    backoff: config.reconnect,
    ...parts,
  });
}

/** While the file cannot be read, for example because it is being written, the last ones count. */
function credentialsOf({ credentials, credentialsFile }: RegistryConfig): () => Credentials {
  let last = credentials;
  return () => {
    if (credentialsFile === null) return last;
    try {
      last = readCredentials(credentialsFile);
    } catch {
      // The sign-in with the last credentials shows whether they are still right.
    }
    return last;
  };
}

/** The library redacts frames. What an operator must know is a line; frames are debug lines. */
function logTo(log: Logger, config: RegistryConfig): (event: EppLogEvent) => void {
  const { name: registry, host, port, maximumSessions: sessions } = config;
  const address = `${host}:${port}`;
  let lastWarnings = '';
  return (event) => {
    switch (event.event) {
      case 'connected':
        log.info(
          { registry, address, server: event.serverId, tls: event.tlsVersion, sessions },
          'connected to the registry',
        );
        break;
      case 'connect-failed':
        log.warn({ ...event, registry, address }, 'the registry cannot be reached');
        break;
      case 'sign-in-refused':
        log.error(
          { ...event, registry, address },
          event.retryInMs === null
            ? 'the registry refused the sign-in twice: change the credentials file, the service tries no more until then'
            : 'the registry refused the sign-in',
        );
        break;
      case 'login-events': {
        // Each session of the pool gets the same.
        const warnings = event.events.map(loginEventText).join('; ');
        if (warnings !== lastWarnings) {
          log.warn({ registry, address, warnings }, 'the registry warns at the sign-in');
        }
        lastWarnings = warnings;
        break;
      }
      case 'idle-limit':
        log.info(
          { ...event, registry },
          'the registry closes silent sessions: keep-alives are sent more often',
        );
        break;
      default:
        log.debug({ ...event, registry }, 'epp');
    }
  };
}
