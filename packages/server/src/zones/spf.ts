/** SPF records (RFC 7208): which TXT values are one, their terms, and what two of them say together. */
import { parseRecordValue } from '@hostmaster/dns/records';
import type { StoredRecord } from '../storage/tables/records/records.ts';

/** The text that clients read: the strings of a TXT record, joined. */
export function textOf({ type, value }: Pick<StoredRecord, 'type' | 'value'>): string | null {
  if (type !== 'TXT') return null;
  const parsed = parseRecordValue('TXT', value, { origin: 'invalid' });
  if (!parsed.ok || parsed.data.type !== 'TXT') return null;
  return Buffer.concat(parsed.data.strings).toString('utf8');
}

export function isSpf(text: string | null): text is string {
  return text !== null && /^v=spf1(?: |$)/i.test(text);
}

export interface SpfTerm {
  /** As it is written. */
  readonly text: string;
  /** Such as `include` or `all`; lower case. */
  readonly name: string;
  readonly qualifier: '+' | '-' | '~' | '?';
  /** After the colon or the equals sign; empty where there is none. */
  readonly value: string;
  readonly isModifier: boolean;
}

export function spfTerms(text: string): readonly SpfTerm[] {
  const [, ...words] = text.trim().split(/ +/);
  return words.map((word) => {
    const qualifier = /^[-+~?]/.exec(word)?.[0] ?? '';
    const rest = word.slice(qualifier.length);
    const mark = rest.search(/[:=/]/);
    return {
      text: word,
      name: (mark === -1 ? rest : rest.slice(0, mark)).toLowerCase(),
      qualifier: (qualifier === '' ? '+' : qualifier) as SpfTerm['qualifier'],
      value: mark === -1 ? '' : rest.slice(mark + 1),
      isModifier: rest.charAt(mark) === '=',
    };
  });
}

export type SpfMerge =
  | { readonly kind: 'same' }
  | { readonly kind: 'merged'; readonly text: string }
  | { readonly kind: 'apart' };

/**
 * What `held` becomes so that it allows the senders of `wanted`, too. They stay apart where one record
 * cannot say both: `wanted` allows no sender, or `held` is a redirection.
 */
export function mergeSpf(held: string, wanted: string): SpfMerge {
  const terms = spfTerms(held);
  const senders = spfTerms(wanted).filter(isSender);
  const allowed = new Set(terms.filter(isSender).map(keyOf));
  if (senders.length === 0) {
    const isSame = terms.map(keyOf).join(' ') === spfTerms(wanted).map(keyOf).join(' ');
    return { kind: isSame ? 'same' : 'apart' };
  }
  const missing = senders.filter((term) => !allowed.has(keyOf(term)));
  if (missing.length === 0) return { kind: 'same' };
  if (terms.some(({ name, isModifier }) => isModifier && name === 'redirect')) {
    return { kind: 'apart' };
  }
  const all = terms.findIndex(({ name }) => name === 'all');
  const merged = terms.toSpliced(all === -1 ? terms.length : all, 0, ...missing);
  return { kind: 'merged', text: ['v=spf1', ...merged.map(({ text }) => text)].join(' ') };
}

function isSender({ name, isModifier }: SpfTerm): boolean {
  return !isModifier && name !== 'all';
}

function keyOf({ qualifier, text }: SpfTerm): string {
  return `${qualifier}${text.replace(/^[-+~?]/, '')}`.toLowerCase();
}
