/** Which texts are domain names, and which names can be registered: exactly `label.suffix` of a priced suffix. */
import { parse } from 'tldts';
import { isHostname, isPlainHostname, nameLengthMax, toAsciiName } from './host-labels.ts';

/** Trimmed, lower-case, without trailing dot, in A-labels; null when the text is not a domain name. */
export function normaliseDomainName(text: string): string | null {
  if (isPlainHostname(text)) return text.includes('.') ? text : null;
  const trimmed = text.trim();
  const name = toAsciiName(trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed);
  return name?.includes('.') && isHostname(name) ? name : null;
}

/** Whether a normalised name can be registered under this suffix, which it ends with. */
export function isRegistrable(name: string, suffix: string): boolean {
  const label = name.slice(0, -suffix.length - 1);
  return !label.includes('.') && !isPublicSuffix(name) && !hasBadHyphens(label);
}

/** What follows each dot, longest first; text beyond the maximum length of a name is skipped. */
export function* suffixesOf(text: string): Generator<string> {
  const start = Math.max(0, text.length - nameLengthMax - 1);
  for (let dot = text.indexOf('.', start); dot !== -1; dot = text.indexOf('.', dot + 1)) {
    yield text.slice(dot + 1);
  }
}

/** A normalised name is neither a URL nor in need of another check. */
const plainName = { allowPrivateDomains: false, extractHostname: false, validateHostname: false };

/** `example.co.uk` for `ns1.example.co.uk`; null for a suffix. */
export function registrableNameOf(hostname: string): string | null {
  return parse(hostname, plainName).domain;
}

/** `co.uk` under a priced `uk` belongs to the registry and cannot be registered. */
function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(name, plainName);
  return isIcann === true && publicSuffix === name;
}

/** Hyphens in the third and fourth place are reserved for A-labels. */
function hasBadHyphens(label: string): boolean {
  return label.slice(2, 4) === '--' && !label.startsWith('xn--');
}
