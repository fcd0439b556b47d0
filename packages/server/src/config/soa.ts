/** The SOA of domains without their own. */
import { limits } from '@hostmaster/contract';
import { secondMs } from '@hostmaster/contract/durations';
import { type Parse, setting } from '../base/setting.ts';
import { ConfigError, duration, optional } from '../base/setting-values.ts';
import type { SoaSettings } from '../storage/tables/domains/domains.ts';
import { normaliseMailbox } from '../zones/soa-settings.ts';

export const soaSettings = {
  mailbox: setting('HOSTMASTER_SOA_MAILBOX', {
    default: '',
    meaning:
      'Email address in the SOA of zones without their own; by default `hostmaster@` the domain.',
    parse: optional(mailbox),
  }),
  refreshSeconds: setting('HOSTMASTER_SOA_REFRESH', {
    default: '1h',
    meaning: 'How often secondaries ask for changes that they were not notified of; 20m to 1d.',
    parse: timer(limits.soaRefreshSeconds),
  }),
  retrySeconds: setting('HOSTMASTER_SOA_RETRY', {
    default: '10m',
    meaning: 'How soon they ask again without an answer; from 5m, and shorter than the former.',
    parse: timer(limits.soaRetrySeconds),
  }),
  expireSeconds: setting('HOSTMASTER_SOA_EXPIRE', {
    default: '14d',
    meaning: 'How long they answer without reaching this service; 7d to 41d.',
    parse: timer(limits.soaExpireSeconds),
  }),
  negativeTtlSeconds: setting('HOSTMASTER_SOA_NEGATIVE_TTL', {
    default: '5m',
    meaning: 'How long resolvers remember that a name does not exist; 1m to 1d.',
    parse: timer(limits.soaNegativeTtlSeconds),
  }),
};

export function requireSoaTimers({ retrySeconds, refreshSeconds }: SoaSettings): void {
  if (retrySeconds < refreshSeconds) return;
  throw new ConfigError('HOSTMASTER_SOA_RETRY must be shorter than HOSTMASTER_SOA_REFRESH.');
}

function mailbox(text: string, name: string): string {
  const address = normaliseMailbox(text);
  if (address !== null) return address;
  throw new ConfigError(`${name} must be an email address such as dns@example.com, not "${text}".`);
}

function timer({ min, max }: { readonly min: number; readonly max: number }): Parse<number> {
  return (text, name) => {
    const seconds = duration(text, name) / secondMs;
    if (Number.isInteger(seconds) && seconds >= min && seconds <= max) return seconds;
    throw new ConfigError(`${name} must be from ${min}s to ${max}s, not "${text}".`);
  };
}
