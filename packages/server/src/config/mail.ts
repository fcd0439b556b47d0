/** Where mail goes, and who it comes from. */
import { join } from 'node:path';
import { ConfigError } from '../base/setting-values.ts';

/** Where mail is written to files while no mail server is configured. */
export function mailDirectory({ dataDir }: { readonly dataDir: string }): string {
  return join(dataDir, 'mail');
}

/** The address may hold a password, so no message repeats it. */
export function smtpUrl(text: string, name: string): string {
  if (!/^smtps?:\/\/[^/]/.test(text) || !URL.canParse(text)) {
    throw new ConfigError(`${name} must be an smtp:// or smtps:// address.`);
  }
  const { searchParams } = new URL(text);
  const isKnown = [...searchParams].every(
    ([key, value]) => key === 'tls' && ['required', 'optional', 'off'].includes(value),
  );
  if (isKnown) return text;
  throw new ConfigError(`${name} may end with ?tls=required, ?tls=optional or ?tls=off only.`);
}

export function mailFrom(text: string, name: string): string {
  if (/^(?:[^<>\r\n]*<[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/.test(text)) return text;
  throw new ConfigError(
    `${name} must be an address such as "Names <names@example.com>", not "${text}".`,
  );
}

export function emailAddress(text: string, name: string): string {
  if (/^[^\s@<>]+@[^\s@<>]+$/.test(text)) return text;
  throw new ConfigError(`${name} must be an address such as ops@example.com, not "${text}".`);
}
