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
  // A key may be for `a.com and 2 more`.
  if (!aboutDomains.test(action) || subject === '' || subject.includes(' ')) return whole;
  const places = placesOf(subject, text);
  // A record may contain the name, and its text ends with the domain.
  const place = action.startsWith('record.') ? places.at(-1) : places[0];
  if (place === undefined) return whole;
  return {
    before: text.slice(0, place),
    domain: subject,
    after: text.slice(place + subject.length),
  };
}

/** Where the name is a word of its own, not part of a longer name. */
function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const isStart = at === 0 || /\s/.test(text.charAt(at - 1));
    if (isStart && /^(?:$|[\s,:;)]|\.$)/.test(text.slice(at + name.length))) places.push(at);
  }
  return places;
}
