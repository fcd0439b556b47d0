/**
 * The deposit of a registrar: a row of CSV for each registered domain, with its dates, nameservers and
 * registrant. The registrant is the only contact; it also stands for the others that registries know.
 */
import { listPages } from '@hostmaster/storage';
import { csvRecord } from '../base/csv.ts';
import { isoTime } from '../base/iso-time.ts';
import { listEscrowDomains } from '../storage/queries/domains/escrow-domains.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import type { DomainWith } from '../storage/tables/domains/domains.ts';

type EscrowDomain = DomainWith<
  | 'name'
  | 'state'
  | 'createdAt'
  | 'expiresAt'
  | 'registryExpiresAt'
  | 'nameservers'
  | 'contact'
  | 'privacyEnabled'
  | 'transferLocked'
>;

const columns: readonly (readonly [name: string, value: (domain: EscrowDomain) => string])[] = [
  ['domain', ({ name }) => name],
  ['state', ({ state }) => (state === 'releasing' ? 'pending delete' : 'registered')],
  ['created', ({ registration: { createdAt } }) => isoTime(createdAt)],
  ['expires', ({ registration: { expiresAt } }) => isoTime(expiresAt)],
  [
    'registry-expires',
    ({ registry: { registryExpiresAt: at } }) => (at === null ? '' : isoTime(at)),
  ],
  ['nameservers', ({ zone: { nameservers } }) => nameservers.join(' ')],
  ['privacy', ({ owner: { privacyEnabled } }) => yesNo(privacyEnabled)],
  ['transfer-locked', ({ transferOut: { transferLocked } }) => yesNo(transferLocked)],
  ['registrant-first-name', ({ owner: { contact } }) => contact.firstName],
  ['registrant-last-name', ({ owner: { contact } }) => contact.lastName],
  ['registrant-organization', ({ owner: { contact } }) => contact.organization ?? ''],
  ['registrant-address-1', ({ owner: { contact } }) => contact.address1],
  ['registrant-address-2', ({ owner: { contact } }) => contact.address2 ?? ''],
  ['registrant-city', ({ owner: { contact } }) => contact.city],
  ['registrant-state', ({ owner: { contact } }) => contact.stateProvince],
  ['registrant-postal-code', ({ owner: { contact } }) => contact.postalCode],
  ['registrant-country', ({ owner: { contact } }) => contact.country],
  ['registrant-phone', ({ owner: { contact } }) => contact.phone],
  ['registrant-email', ({ owner: { contact } }) => contact.email],
];

function yesNo(value: boolean): string {
  return value ? 'yes' : 'no';
}

export interface EscrowCount {
  domains: number;
}

/** The header, then one piece of text for each page. Counts what it has written. */
export async function* escrowRows(
  reader: HostmasterReader,
  count: EscrowCount,
): AsyncGenerator<string> {
  yield csvRecord(columns.map(([name]) => name));
  for await (const page of listPages(reader, listEscrowDomains, {})) {
    yield page.map((domain) => csvRecord(columns.map(([, value]) => value(domain)))).join('');
    count.domains += page.length;
  }
}
