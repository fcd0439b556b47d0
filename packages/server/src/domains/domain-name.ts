/** Which texts name a domain, and which names can be registered: exactly `label.suffix` of a priced suffix. */
import { parse } from 'tldts';
import { isHostname, isPlainHostname, nameLengthMax, toAsciiName } from './host-labels.ts';

/** Trimmed, lower-case, without trailing dot, in A-labels; null when the text names no domain. */
export function normaliseDomainName(text: string): string | null {
  if (isPlainHostname(text)) return text.includes('.') ? text : null;
  const trimmed = text.trim();
  const name = toAsciiName(trimmed.endsWith('.') ? trimmed.slice(0, -1) : trimmed);
  return name?.includes('.') && isHostname(name) ? name : null;
}

/** Where a normalised name stands: under which priced suffix, and whether it is that suffix's child. */
export function placeOf(
  name: string,
  isPriced: (suffix: string) => boolean,
): { readonly suffix: string; readonly isRegistrable: boolean } | null {
  for (const suffix of suffixesOf(name)) {
    if (!isPriced(suffix)) continue;
    const label = name.slice(0, -suffix.length - 1);
    return {
      suffix,
      isRegistrable: !label.includes('.') && !isPublicSuffix(name) && !hasBadHyphens(label),
    };
  }
  return null;
}

/** What follows each dot, longest first; what is too long to be a name is passed over unread. */
export function* suffixesOf(text: string): Generator<string> {
  const start = Math.max(0, text.length - nameLengthMax - 1);
  for (let dot = text.indexOf('.', start); dot !== -1; dot = text.indexOf('.', dot + 1)) {
    yield text.slice(dot + 1);
  }
}

/** `co.uk` under a priced `uk` is a registry's own name, not a domain to sell. */
function isPublicSuffix(name: string): boolean {
  const { publicSuffix, isIcann } = parse(name, { allowPrivateDomains: false });
  return isIcann === true && publicSuffix === name;
}

/** Hyphens in the third and fourth place are reserved for A-labels. */
function hasBadHyphens(label: string): boolean {
  return label.slice(2, 4) === '--' && !label.startsWith('xn--');
}
