/** GET /v1/domains/{domain}/dns/mail. Reads the records of the domain and asks nothing outside. */
import { listOwnersRecords, pageRecordsBelow } from '../../storage/queries/records/records.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import type { StoredRecord } from '../../storage/tables/records/records.ts';
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
  const below = { domainId, suffix: '._domainkey', after: '', limit: selectorsMax };
  const [found, keys] = await Promise.all([
    at(['@', '_dmarc']),
    reader.all(pageRecordsBelow, below),
  ]);
  const apex = found.filter(({ name }) => name === '@');
  const inside = apex
    .filter(({ type }) => type === 'MX')
    .map(exchangeOf)
    .filter((host) => host.endsWith(`.${domain}`))
    .map((host) => host.slice(0, -domain.length - 1));
  const [dkim, servers] = await Promise.all([at(keys.map(({ name }) => name)), at(inside)]);
  const [spf, ...others] = spfTexts(apex);
  const lookups =
    spf === undefined || others.length > 0 ? null : await countSpfLookups(spf, textsIn(domain, at));
  const dmarc = found.filter(({ name }) => name === '_dmarc');
  return {
    findings: [...findingsOf({ domain, apex, dmarc, dkim, servers, lookups })],
    spfLookups: lookups === null ? null : { count: lookups.count, isComplete: lookups.isComplete },
  };
});

async function readAt(
  reader: HostmasterReader,
  domainId: string,
  names: readonly string[],
): Promise<readonly StoredRecord[]> {
  if (names.length === 0) return [];
  return reader.all(listOwnersRecords, { domainId, names: [...new Set(names)] });
}

/** Names of the domain itself; others are not asked for. */
function textsIn(
  domain: string,
  at: (names: readonly string[]) => Promise<readonly StoredRecord[]>,
) {
  const readTexts: ReadTexts = async (name) => {
    if (name !== domain && !name.endsWith(`.${domain}`)) return null;
    const there = await at([name === domain ? '@' : name.slice(0, -domain.length - 1)]);
    const isElsewhere = there.some(({ type }) => type === 'CNAME');
    return isElsewhere ? null : there.flatMap((record) => textOf(record) ?? []);
  };
  return readTexts;
}
