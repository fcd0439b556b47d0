/** Addresses that the service gives to people. */

import { presentSocketAddress } from '../base/addresses/socket-address.ts';
import { ConfigError } from '../base/setting-values.ts';

export function publicUrl(text: string, name: string): string {
  if (/^https?:\/\//.test(text) && URL.canParse(text)) return text.replace(/(?<!\/)\/+$/, '');
  throw new ConfigError(`${name} must be an http:// or https:// address, not "${text}".`);
}

/** Where people write to. */
export function contactUrl(text: string, name: string): string {
  if (/^(?:mailto:|https:\/\/)[\x21-\x7e]+$/.test(text) && URL.canParse(text)) return text;
  throw new ConfigError(`${name} must be a mailto: or https:// address, not "${text}".`);
}

/** An address a person can open, also when the service listens everywhere. */
export function localUrl(host: string, port: number): string {
  const shown = host === '0.0.0.0' || host === '::' ? 'localhost' : host;
  return `http://${presentSocketAddress(shown, port)}`;
}
