/**
 * Host names inside API values: always absolute, the trailing dot optional, `@` for the apex. Rules
 * are those of RFC 1123 for hosts; names that only need to exist in the DNS may carry `_` (RFC
 * 8552) and `/` (RFC 2317).
 */
import { GrammarError } from '../errors.ts';
import { parseIpv4, parseIpv6 } from '../ip-address.ts';
import { Name } from '../name.ts';
import type { NameReader, NameRule } from '../rdata-codec.ts';
import { shorten } from '../words.ts';
import type { RecordContext } from './grammar.ts';

export function valueNames(context: RecordContext): NameReader {
  return { read: (word, rule) => readValueName(word, rule, context) };
}

/** A target of one label is legal and almost always meant relative to the zone. */
export function singleLabelWarning(target: Name): string | undefined {
  if (target.labelCount !== 1) return undefined;
  const host = target.toHostname();
  return `host names in values are absolute: "${host}" is read as "${host}.", not as a name inside this zone`;
}

/** In lower case, non-ASCII labels as A-labels. Also used for record names. */
export function nameToAscii(text: string, context: RecordContext): string {
  if (isAscii(text)) return text.toLowerCase();
  const labels = text.split('.').map((label) => {
    if (isAscii(label)) return label;
    const ascii = context.toAscii?.(label) ?? null;
    if (ascii === null || ascii === '' || ascii.includes('.') || !isAscii(ascii)) {
      throw new GrammarError(`"${shorten(label)}" has characters that no domain name can hold`);
    }
    return ascii;
  });
  return labels.join('.').toLowerCase();
}

function readValueName(word: string, rule: NameRule, context: RecordContext): Name {
  if (word === '@') return Name.parse(context.origin);
  if (word === '.') {
    if (rule.rootAllowed) return Name.root;
    throw new GrammarError(`${rule.what} "." is the root of the DNS; expected a host name`);
  }
  if (rule.isMailbox) return Name.parse(word);
  const bare = word.endsWith('.') ? word.slice(0, -1) : word;
  if (parseIpv4(bare) !== null || parseIpv6(bare) !== null) {
    throw new GrammarError(`${rule.what} "${bare}" is an address; expected a host name`);
  }
  const name = nameToAscii(bare, context);
  for (const label of name.split('.')) checkLabel(label, word, rule);
  if (name.length > 253) {
    throw new GrammarError(`${rule.what} has ${name.length} characters; at most 253 are allowed`);
  }
  return Name.parse(name);
}

function checkLabel(label: string, word: string, rule: NameRule): void {
  if (plainLabel.test(label)) return;
  const name = `${rule.what} "${shorten(word)}"`;
  if (label === '')
    throw new GrammarError(`${name} has an empty label (two dots, or a dot in front)`);
  if (label.length > 63) {
    throw new GrammarError(`${name} has a label of ${label.length} octets; at most 63 are allowed`);
  }
  if (rule.hostOnly && /^[a-z0-9-]+$/.test(label) && /^-|-$/.test(label)) {
    throw new GrammarError(`${name} has a label that starts or ends with a hyphen`);
  }
  const allowed = rule.hostOnly ? /^[a-z0-9-]+$/ : /^[a-z0-9_/-]+$/;
  if (!allowed.test(label)) {
    const set = rule.hostOnly ? 'letters, digits and hyphens' : 'letters, digits, "-", "_" and "/"';
    throw new GrammarError(`${name} is not a host name; labels are made of ${set}`);
  }
}

/** Letters and digits, with hyphens between them: what nearly all labels have. */
const plainLabel = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

function isAscii(text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (text.charCodeAt(at) > 0x7f) return false;
  return true;
}
