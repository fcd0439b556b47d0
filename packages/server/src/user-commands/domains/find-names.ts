/** hostmaster domains check and search: which names are free, and what they cost. */
import { limits, type Output } from '@hostmaster/contract';
import { type Session, type UserFlags, withSession } from '../session.ts';
import { showTable } from '../show.ts';
import { UserCommandError } from '../user-error.ts';

type Result = Output<'quoteDomains'>['results'][number];

const namesMax = 100;

interface SearchFlags extends UserFlags {
  readonly suffix?: string;
}

export async function checkNames(names: readonly string[], flags: UserFlags): Promise<void> {
  if (names.length > namesMax) {
    throw new UserCommandError(`Check at most ${namesMax} names at once, not ${names.length}.`);
  }
  const results = await withSession(flags, (session) => quoteAll(session, names));
  showTable(
    flags,
    { results },
    {
      head: ['NAME', 'AVAILABLE', 'CREDITS', 'LATER YEARS', 'NOTE'],
      rows: results.map(rowOf),
      empty: 'No names.',
    },
  );
}

export async function searchNames(word: string, flags: SearchFlags): Promise<void> {
  const [label = ''] = word.split('.');
  const results = await withSession(flags, async (session) => {
    const suffixes = suffixesOf(flags.suffix) ?? (await offeredSuffixes(session));
    const names = suffixes.map((suffix) => `${label}.${suffix}`);
    const quoted = (await quoteAll(session, names)).filter(({ quote }) => quote !== null);
    return quoted.sort((a, b) => (a.quote?.credits ?? 0) - (b.quote?.credits ?? 0));
  });
  showTable(
    flags,
    { results },
    {
      head: ['NAME', 'AVAILABLE', 'CREDITS', 'LATER YEARS', 'NOTE'],
      rows: results.map(rowOf),
      empty: `No suffix has ${label} free. Try another word.`,
    },
  );
}

function rowOf({ domain, quote, problem }: Result): (string | number)[] {
  if (quote === null) return [domain, 'no', '', '', problem?.message ?? ''];
  const { credits, laterYears, isPremium } = quote;
  return [domain, 'yes', credits, laterYears, isPremium ? 'premium' : ''];
}

async function quoteAll(session: Session, names: readonly string[]): Promise<readonly Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < names.length; start += limits.checkedDomainsMax) {
    const domains = names.slice(start, start + limits.checkedDomainsMax);
    results.push(...(await session.client.quoteDomains({ domains }, session.call)).results);
  }
  return results;
}

function suffixesOf(text: string | undefined): readonly string[] | null {
  if (text === undefined) return null;
  const suffixes = text.split(',').map((suffix) => suffix.trim().replace(/^\./, ''));
  if (suffixes.length <= namesMax) return suffixes;
  throw new UserCommandError(`--suffix takes at most ${namesMax} suffixes.`);
}

/** The cheapest ones. */
async function offeredSuffixes({ client, call }: Session): Promise<readonly string[]> {
  const { prices } = await client.listPrices({}, call);
  return prices
    .sort((a, b) => a.register - b.register)
    .slice(0, limits.checkedDomainsMax)
    .map(({ suffix }) => suffix);
}
