/** Where mail goes, and who it comes from. */
import { join } from 'node:path';
import { ConfigError } from '../base/setting-values.ts';

/** Where mail is written to files while no mail server is configured. */
export function mailDirectory({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'mail');
}

export function smtpUrl(text: string): string | null {
  if (text === '') return null;
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new ConfigError('SMTP_URL must be an smtp:// or smtps:// address.');
  }
  const { searchParams } = new URL(text);
  const isKnown = [...searchParams].every(
    ([name, value]) => name === 'tls' && ['required', 'optional', 'off'].includes(value),
  );
  if (isKnown) return text;
  throw new ConfigError('SMTP_URL may end with ?tls=required, ?tls=optional or ?tls=off only.');
}

export function mailFrom(text: string): string {
  if (/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text;
  throw new ConfigError(
    `HOSTMASTER_MAIL_FROM must be an address such as "Names <names@example.com>", not "${text}".`,
  );
}

export function operatorEmail(text: string): string | null {
  if (text === '') return null;
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new ConfigError(
    `HOSTMASTER_OPERATOR_EMAIL must be an address such as ops@example.com, not "${text}".`,
  );
}
