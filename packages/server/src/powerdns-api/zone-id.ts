/** Zones in paths and answers: an id is the name with its dot, other characters written `=2F`. */
import { GrammarError, Name, shorten } from '@hostmaster/dns';
import { type PowerdnsRequest, unprocessable } from './route.ts';

/** The name without its dot, as `/v1` has it. */
export function zoneNameOf(request: PowerdnsRequest): string {
  return request
    .param('zone')
    .replaceAll(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
}

export function zoneId(domainName: string): string {
  return `${domainName}.`;
}

export function requireCanonical(name: string): string {
  if (name.endsWith('.')) return name;
  throw unprocessable(`DNS Name '${shorten(name)}' is not canonical`);
}

/** Names are sent with their dot. */
export function readName(text: string): Name {
  const canonical = requireCanonical(text);
  try {
    return Name.parse(canonical);
  } catch (error) {
    if (!(error instanceof GrammarError)) throw error;
    throw unprocessable(`Unable to parse DNS Name '${shorten(text)}': ${error.message}`);
  }
}
