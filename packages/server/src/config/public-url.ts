/** Addresses that the service gives to people. */
import { ConfigError } from '../base/setting-values.ts';
import { presentSocketAddress } from '../base/socket-address.ts';

export function publicUrl(text: string): string | null {
  if (text === '') return null;
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new ConfigError(
    `HOSTMASTER_PUBLIC_URL must be an http:// or https:// address, not "${text}".`,
  );
}

/** Where people write to; null when it is not set. */
export function contactUrl(
  setting: 'HOSTMASTER_SECURITY_CONTACT' | 'HOSTMASTER_SUPPORT_CONTACT',
  text: string,
): string | null {
  if (text === '') return null;
  if (/^(?:mailto:|https:\/\/)[\x21-\x7e]+$/.test(text) && URL.canParse(text)) return text;
  throw new ConfigError(`${setting} must be a mailto: or https:// address, not "${text}".`);
}

/** An address a person can open, also when the service listens everywhere. */
export function localUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${presentSocketAddress(shown, port)}`;
}
