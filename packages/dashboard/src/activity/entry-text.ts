/** The text of an entry, split where it names the domain that it is about. Pure. */
import type { DashboardOutput } from '@hostmaster/contract/dashboard';

export type ActivityEntry = DashboardOutput<'listActivity'>['entries'][number];

export interface EntryText {
  readonly before: string;
  /** Null when the entry is not about a domain. */
  readonly domain: string | null;
  readonly after: string;
}

const aboutDomains = /^(?:domain|record|records|tsig_key)\./;

export function splitText({
  action,
  subject,
  text,
}: Pick<ActivityEntry, 'action' | 'subject' | 'text'>): EntryText {
  const whole = { before: text, domain: null, after: '' };
  if (!aboutDomains.test(action) || subject === '') return whole;
  const name = subject.replaceAll('.', '\\.');
  const places = [...text.matchAll(new RegExp(`(?<=^|\\s)${name}(?=$|[\\s,:;)]|\\.$)`, 'g'))];
  // A record may contain the name, and its text ends with the domain.
  const place = action.startsWith('record.') ? places.at(-1) : places[0];
  if (place === undefined) return whole;
  return {
    before: text.slice(0, place.index),
    domain: subject,
    after: text.slice(place.index + subject.length),
  };
}
