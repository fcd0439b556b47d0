/** GET /v1/domains/{domain}/dns/mail. Reads the records of the domain; a resolver knows those of others. */
import type { FindTexts } from '../../base/dns/ask-texts.ts';
import { Pace } from '../../base/fairness/pace.ts';
import { listOwnersRecords } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
import { rangesOfNames, recordsBelow } from '../../zone-data/records-below.ts';
import { exchangeOf, checkMail as findingsOf, spfTexts } from '../../zones/mail-check.ts';
import { textOf } from '../../zones/spf.ts';
import { countSpfLookups, type ReadTexts } from '../../zones/spf-lookups.ts';
import { loadZoneDomain } from '../loading.ts';
import { readOperation } from '../operation.ts';

/** Selectors of DKIM that are looked at. */
const selectorsMax = 100;

export const checkMail = readOperation('checkMail', async (reader, call, input) => {
  const { id: domainId, name: domain } = await loadZoneDomain(reader, call, input.domain);
  const at = (names: readonly string[]) => readAt(reader, domainId, names);
  const [found, selectors] = await Promise.all([
    at(['@', '_dmarc']),
    findSelectors(reader, domainId),
  ]);
  const apex = found.filter(({ name }) => name === '@');
  const inside = apex
    .filter(({ type }) => type === 'MX')
    .map(exchangeOf)
    .filter((host) => host.endsWith(`.${domain}`))
    .map((host) => host.slice(0, -domain.length - 1));
  const [dkim, servers] = await Promise.all([at(selectors), at(inside)]);
  const [spf, ...others] = spfTexts(apex);
  const lookups =
    spf === undefined || others.length > 0
      ? null
      : await call.services.textSearches.search(call.actor.workspaceId, (findTexts) =>
          countSpfLookups(spf, textsIn(domain, at, findTexts)),
        );
  const dmarc = found.filter(({ name }) => name === '_dmarc');
  return {
    findings: [...findingsOf({ domain, apex, dmarc, dkim, servers, lookups })],
    spfLookups: lookups === null ? null : { count: lookups.count, isComplete: lookups.isComplete },
  };
});

/** The names of DKIM keys. */
async function findSelectors(
  reader: HostmasterReader,
  domainId: string,
): Promise<readonly string[]> {
  const pace = new Pace();
  const names = new Set<string>();
  for await (const range of rangesOfNames(reader, domainId)) {
    for (const { name } of await recordsBelow(reader, '_domainkey', range)) names.add(name);
    if (names.size >= selectorsMax) break;
    await pace.step();
  }
  return [...names].slice(0, selectorsMax);
}

async function readAt(
  reader: HostmasterReader,
  domainId: string,
  names: readonly string[],
): Promise<readonly StoredRecord[]> {
  if (names.length === 0) return [];
  return reader.all(listOwnersRecords, { domainId, names: [...new Set(names)] });
}

/** Names of the domain itself are read here, also before they are served. */
function textsIn(
  domain: string,
  at: (names: readonly string[]) => Promise<readonly StoredRecord[]>,
  findTexts: FindTexts,
): ReadTexts {
  const isInside = (name: string) => name === domain || name.endsWith(`.${domain}`);
  return async (name) => {
    if (!isInside(name)) return findTexts(name);
    const there = await at([name === domain ? '@' : name.slice(0, -domain.length - 1)]);
    const alias = there.find(({ type }) => type === 'CNAME');
    if (alias === undefined) return there.flatMap((record) => textOf(record) ?? []);
    const target = alias.value.toLowerCase().replace(/\.$/, '');
    return isInside(target) ? null : findTexts(target);
  };
}
