/** The digest of a whole zone (ZONEMD, RFC 8976): right in every version, and only in small zones. */
import { dayMs } from '@hostmaster/contract/durations';
import {
  applyDifferences,
  Name,
  type ResourceRecord,
  recordKey,
  rrTypes,
  soaSerial,
  zonemdCodec,
} from '@hostmaster/dns';
import type { TsigKey } from '@hostmaster/dns/node';
import { requireDnsPeers, startSecondary } from '@hostmaster/test-rig/dns-peers';
import { describeService, until } from '@hostmaster/test-rig/service';
import fc from 'fast-check';
import { beforeAll, expect, it } from 'vitest';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { updateAll } from '../../packages/server/src/storage/row-write.ts';
import { zoneSignatures } from '../../packages/server/src/storage/tables/zones/zone-signatures.ts';
import { untilPhase } from '../api/dnssec-phases.ts';
import { askTransfer, askWhole } from './ask-transfer.ts';
import { arbitraryEdit, isAccepted } from './random-edits.ts';
import { domainId } from './sign-domain.ts';
import { useZoneCheckers } from './zone-checkers.ts';

const recordsMax = 30;
const settings = { HOSTMASTER_ZONEMD_RECORDS: String(recordsMax) };

describeService(
  'a signed zone with a digest',
  (service, engine) => {
    const faultsIn = useZoneCheckers();
    let key: TsigKey;
    beforeAll(async () => {
      requireDnsPeers();
      const { place, dnsPort: primaryPort } = service;
      ({ key } = await startSecondary('knot', { engine, place, primaryPort }));
    }, 120_000);

    it('is valid after each of many changes, in each phase of a new key, and when signed again', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('enableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_caches');
      await until('it has a digest', async () => hasDigest(await axfr(domain)));
      let version = await axfr(domain);
      const edits = fc.sample(arbitraryEdit, { seed: 20_261_118, numRuns: 20 });
      for (const [index, edit] of edits.entries()) {
        const isSteady = 'name' in edit;
        if (!isSteady || !(await isAccepted(client, domain, edit))) continue;
        const next = await axfr(domain);
        const change = await fetch(domain, version[0]);
        const led =
          change.kind === 'ixfr' ? applyDifferences(version, change.differences) : version;
        expect(keys(led), JSON.stringify(edit)).toEqual(keys(next));
        if (index % 3 === 0) await expectRight(domain, next);
        version = next;
      }
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'on');
      await client.call('rollDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_key_in_caches');
      await expectRight(domain, await axfr(domain));
      await service.advanceCalendar(dayMs);
      await untilPhase(client, domain, 'waiting_for_new_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'waiting_for_old_ds');
      await service.advanceCalendar(2 * dayMs);
      await untilPhase(client, domain, 'on');
      await expectRight(domain, await axfr(domain));

      const before = soaSerial((await axfr(domain))[0]?.rdata ?? new Uint8Array());
      const place = { domainId: await domainId(service, domain) };
      await persistChange(service.database, {
        rows: [updateAll(zoneSignatures, place, { refreshAt: 0 })],
        announce: [{ kind: 'signing-changed' }],
      });
      await until('it is signed again', async () => {
        return soaSerial((await axfr(domain))[0]?.rdata ?? new Uint8Array()) > before;
      });
      await expectRight(domain, await axfr(domain));
    });

    it('loses it when it grows, and gets it again', async () => {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await client.call('enableDnssec', { domain });
      await untilPhase(client, domain, 'waiting_for_caches');
      await until('it has a digest', async () => hasDigest(await axfr(domain)));
      const creates = Array.from({ length: recordsMax + 1 }, (_, index) => ({
        type: 'A' as const,
        name: `n${index}`,
        value: '192.0.2.1',
      }));
      await client.call('changeRecords', { domain, creates });
      expect(hasDigest(await axfr(domain))).toBe(false);
      expect(await faultsIn(Name.parse(domain), await axfr(domain))).toEqual([]);
      const { records } = await client.call('listRecords', { domain });
      const deletes = records.slice(0, 5).map(({ id }) => ({ id }));
      await client.call('changeRecords', { domain, deletes });
      await until('it has one again', async () => hasDigest(await axfr(domain)), 120_000);
      await expectRight(domain, await axfr(domain));
    });

    /** The checkers accept it, and the digest is of this version. */
    async function expectRight(domain: string, records: readonly ResourceRecord[]): Promise<void> {
      const digests = records.filter(({ type }) => type === rrTypes.ZONEMD);
      expect(digests).toHaveLength(1);
      const { serial, scheme, hash } = zonemdCodec.decode(digests[0]?.rdata ?? new Uint8Array());
      expect({ serial, scheme, hash }).toEqual({
        serial: soaSerial(records[0]?.rdata ?? new Uint8Array()),
        scheme: 1,
        hash: 1,
      });
      expect(await faultsIn(Name.parse(domain), records)).toEqual([]);
    }

    function axfr(zone: string): Promise<readonly ResourceRecord[]> {
      return askWhole(service, { key, zone });
    }

    function fetch(zone: string, soa?: ResourceRecord) {
      return askTransfer(service, { key, zone, soa });
    }
  },
  { settings },
);

function hasDigest(records: readonly ResourceRecord[]): boolean {
  return records.some(({ type }) => type === rrTypes.ZONEMD);
}

function keys(records: readonly ResourceRecord[]): readonly string[] {
  return records.map(recordKey).toSorted();
}
