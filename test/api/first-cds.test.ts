/**
 * First DS records by CDS records (RFC 9615): what the resolver must have validated at the names that the
 * nameservers have for the domain. Unbound validates them in test/dns/followed-cds.test.ts.
 */
import { makeReply, Name, type ResourceRecord } from '@hostmaster/dns';
import { ZoneKey } from '@hostmaster/dns/dnssec';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { untilFound } from './cds-checks.ts';
import {
  type Answer,
  apexOf,
  cdsOf,
  dsOf,
  hosts,
  removal,
  serving,
  startCdsOperator,
} from './cds-operator.ts';
import { dnssecOf, signersAt, untilPhase } from './dnssec-phases.ts';

const operator = await startCdsOperator();
afterAll(() => operator.close());
const settings = {
  ...operator.settings,
  HOSTMASTER_DNSSEC_RESOLVER: operator.settings.HOSTMASTER_RESOLVER,
};
const [key, other] = [ZoneKey.generate(), ZoneKey.generate()];

/** A resolver that has, or has not, validated that the name has these records. */
function validated(
  records: ReadonlyMap<number, readonly ResourceRecord[]>,
  authenticData = true,
): Answer {
  return (query) => {
    const [question] = query.questions;
    const { name = Name.root, type = 0 } = question ?? {};
    const set = (records.get(type) ?? []).filter((each) => each.type === type);
    const answers = set.map((each) => ({ ...each, name }));
    return { ...makeReply(query, { answers }), authenticData };
  };
}

describeService(
  'first DS records by CDS records',
  (service) => {
    it('are accepted where each nameserver has them in a signed zone', async () => {
      const { client } = await service.workspace();
      const domain = await domainAt(service, client, hosts);
      const apex = apexOf(domain, { keys: [key] });
      operator.serve(domain, serving(apex));
      for (const host of hosts) operator.signal(domain, host, validated(apex));
      await client.call('enableDnssec', { domain, followCds: true });
      await untilPhase(client, domain, 'sending_ds');
      await service.untilNoJobs(domain);
      expect(await signersAt(service, domain)).toEqual([dsOf(domain, key)]);
      expect((await dnssecOf(client, domain)).foreignDs).toEqual([dsOf(domain, key)]);
    });

    it.each<[string, (domain: string) => readonly [Answer | null, Answer | null], RegExp]>([
      [
        'the resolver has not validated one of them',
        (domain) => {
          const apex = apexOf(domain, { keys: [key] });
          return [validated(apex), validated(apex, false)];
        },
        /^No resolver has validated the records at _dsboot\.\S+\._signal\.ns2\.example\.net\.$/,
      ],
      [
        'the resolver does not answer',
        (domain) => [null, validated(apexOf(domain, { keys: [key] }))],
        /^No resolver has validated the records at _dsboot\.\S+\._signal\.ns1\.example\.net\.$/,
      ],
      [
        'one has records of another key',
        (domain) => [
          validated(apexOf(domain, { keys: [key] })),
          validated(apexOf(domain, { keys: [other] })),
        ],
        /_signal\.ns2\.example\.net differ from those that the nameservers publish/,
      ],
      [
        'one has more records',
        (domain) => [
          validated(apexOf(domain, { keys: [key, other] })),
          validated(apexOf(domain, { keys: [key] })),
        ],
        /_signal\.ns1\.example\.net differ/,
      ],
      [
        'one has none',
        (domain) => [validated(apexOf(domain, { keys: [key] })), validated(new Map())],
        /_signal\.ns2\.example\.net differ/,
      ],
      [
        'one has too many',
        (domain) => [
          validated(apexOf(domain, { keys: Array.from({ length: 20 }, () => ZoneKey.generate()) })),
          validated(apexOf(domain, { keys: [key] })),
        ],
        /^No resolver has validated/,
      ],
    ])('are not accepted: %s', async (_, signals, finding) => {
      const { client } = await service.workspace();
      const domain = await domainAt(service, client, hosts);
      operator.serve(domain, serving(apexOf(domain, { keys: [key] })));
      for (const [at, answer] of signals(domain).entries()) {
        if (answer !== null) operator.signal(domain, hosts[at] ?? '', answer);
      }
      await expectNone(client, domain, finding);
    });

    it('are not accepted of a zone that is not signed with their key', async () => {
      const { client } = await service.workspace();
      const domain = await domainAt(service, client, hosts);
      const apex = apexOf(domain, { keys: [key], cds: [cdsOf(domain, other)], cdnskeys: [] });
      operator.serve(domain, serving(apex));
      for (const host of hosts) operator.signal(domain, host, validated(apex));
      await expectNone(client, domain, /DNSKEY records without a valid signature/);
    });

    it('are not accepted where all nameservers are below the domain', async () => {
      const { client } = await service.workspace();
      const name = service.freshName('inside');
      const domain = await service.liveDomain(client, name);
      const nameservers = [`ns1.${name}`, `ns2.${name}`];
      for (const label of ['ns1', 'ns2']) {
        const value = '192.0.2.53';
        await client.call('createRecord', { domain, type: 'A', name: label, value });
      }
      await client.call('replaceNameservers', { domain, nameservers });
      await service.untilNoJobs(domain);
      operator.serve(domain, serving(apexOf(domain, { keys: [key] })));
      await expectNone(client, domain, /All nameservers are below the domain itself/);
    });

    it('are none where the zone asks for none', async () => {
      const { client } = await service.workspace();
      const domain = await domainAt(service, client, hosts);
      operator.serve(domain, serving(apexOf(domain, { keys: [key], ...removal })));
      await expectNone(client, domain, /ask for no DS records, and the registry has none/);
    });

    async function expectNone(client: ApiClient, domain: string, finding: RegExp): Promise<void> {
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      const dnssec = await dnssecOf(client, domain);
      expect(dnssec.cdsFinding).toMatch(finding);
      expect(dnssec).toMatchObject({ state: 'off', foreignDs: [], followCds: true });
      expect(await signersAt(service, domain)).toEqual([]);
    }
  },
  { settings, nameserverPort: operator.nameserverPort },
);

async function domainAt(
  service: TestService,
  client: ApiClient,
  nameservers: readonly string[],
): Promise<string> {
  const domain = await service.liveDomain(client, service.freshName('first'));
  await client.call('replaceNameservers', { domain, nameservers: [...nameservers] });
  await service.untilNoJobs(domain);
  return domain;
}
