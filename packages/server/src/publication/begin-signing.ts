/**
 * Begins to sign a zone, and ends it. A zone is served unsigned while its names and signatures are
 * prepared (prepare-signing.ts).
 */
import { type ResourceRecord, rrTypes } from '@hostmaster/dns';
import type { ZoneKey } from '@hostmaster/dns/dnssec';
import { newId } from '../base/ids.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { Change } from '../changes/change.ts';
import { insert, removeAll, update } from '../storage/row-write.ts';
import type { HostmasterReader } from '../storage/schema.ts';
import { statement } from '../storage/statements.ts';
import {
  type Domain,
  type DomainWith,
  domains,
  type SoaSettings,
} from '../storage/tables/domains/domains.ts';
import { signedNames } from '../storage/tables/zones/signed-names.ts';
import { zoneJournal } from '../storage/tables/zones/zone-journal.ts';
import { zoneKeys } from '../storage/tables/zones/zone-keys.ts';
import { zoneSignings } from '../storage/tables/zones/zone-signings.ts';
import { readPublishedNames } from '../zone-data/published-names.ts';
import { setsOf } from '../zones/chain-plan.ts';
import { apexSortKey } from '../zones/sort-key.ts';

type SignedDomain = Pick<Domain, 'id' | 'name'>;

/** What the records of the customer publish at the apex. */
export function loadApex(
  reader: HostmasterReader,
  { id: domainId, name: zone }: SignedDomain,
): Promise<readonly ResourceRecord[]> {
  return readPublishedNames(reader, { zone, domainId }, ['@']);
}

/** The caller has locked the domain, which is live and not signed. */
export function beginSigning(
  { id: domainId, zone: { soa } }: SignedDomain & DomainWith<'soa'>,
  apex: readonly ResourceRecord[],
  options: {
    readonly key: ZoneKey;
    readonly secrets: Pick<SecretBox, 'seal'>;
    readonly soaDefaults: SoaSettings;
    readonly now: number;
  },
): Change {
  const own = [rrTypes.NS, rrTypes.SOA, rrTypes.DNSKEY];
  const types = [...new Set([...own, ...setsOf(apex).keys()])].sort((a, b) => a - b);
  return {
    rows: [
      update(domains, { id: domainId }, { signing: 'listing', soa: soa ?? options.soaDefaults }),
      insert(zoneSignings, { domainId, place: '' }),
      insert(zoneKeys, {
        id: newId('zky'),
        domainId,
        privateKey: options.secrets.seal(options.key.toPem()),
        dnskey: options.key.dnskey,
        stage: 'current',
        offer: 'none',
        createdAt: options.now,
      }),
      insert(signedNames, { domainId, sortKey: apexSortKey, types, isShown: true }),
    ],
    announce: [{ kind: 'signing-changed' }],
  };
}

/**
 * Secondaries fetch the unsigned zone whole, with nameservers that waited for it. The DS at the registry must be gone
 * for its TTL.
 */
export function endSigning({ id: domainId, name }: SignedDomain): Change {
  return {
    rows: [
      update(domains, { id: domainId }, { signing: 'ending', servedNameservers: null }),
      statement('raiseSerial', { name, domainId }),
      removeAll(zoneJournal, { zone: name }),
    ],
    announce: [
      { kind: 'zone-changed', zone: name, isCatalogDue: false },
      { kind: 'signing-changed' },
    ],
  };
}
