/** Nameservers that never answer for CDS records hold up only the workspace that follows them. */
import { ZoneKey } from '@hostmaster/dns/dnssec';
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeService, type TestService, until } from '@hostmaster/test-rig/service';
import { afterAll, expect, it } from 'vitest';
import { untilFound } from '../api/cds-checks.ts';
import { apexOf, hosts, serving, startCdsOperator } from '../api/cds-operator.ts';
import { dnssecOf } from '../api/dnssec-phases.ts';

const operator = await startCdsOperator();
afterAll(() => operator.close());

/** Without a share all of them would be asked at once. */
const silentDomains = 6;
/** A check whose nameservers are silent lasts two seconds, by another clock. */
const silentMsMin = 1_500;

describeService(
  'checks of CDS records',
  (service) => {
    it('have two places for each workspace, and the others do not wait for them', async () => {
      const slow = (await service.workspace()).client;
      const { client } = await service.workspace();
      const askedAt = new Map<string, number>();
      const silent: string[] = [];
      for (let at = 0; at < silentDomains; at += 1) {
        const domain = await domainAway(service, slow);
        operator.serve(domain, () => {
          if (!askedAt.has(domain)) askedAt.set(domain, performance.now());
          return null;
        });
        silent.push(domain);
      }
      const domain = await domainAway(service, client);
      operator.serve(domain, serving(apexOf(domain, { keys: [ZoneKey.generate()] })));
      for (const each of silent) await slow.call('enableDnssec', { domain: each, followCds: true });
      await client.call('enableDnssec', { domain, followCds: true });
      await untilFound(client, domain);
      const isFound = async (each: string) => (await dnssecOf(slow, each)).cdsFinding !== null;
      const found = await Promise.all(silent.map(isFound));
      expect(found.filter((each) => !each)).not.toEqual([]);

      await until('all were asked', async () => askedAt.size === silentDomains);
      const times = [...askedAt.values()];
      for (const [at, time] of times.slice(2).entries()) {
        expect(time - (times[at] ?? 0)).toBeGreaterThan(silentMsMin);
      }
      for (const each of silent) await untilFound(slow, each);
      expect((await dnssecOf(slow, silent[0] ?? '')).cdsFinding).toBe(
        `${hosts[0]} did not answer.`,
      );
    });
  },
  { settings: operator.settings, nameserverPort: operator.nameserverPort },
);

async function domainAway(service: TestService, client: ApiClient): Promise<string> {
  const domain = await service.liveDomain(client);
  await client.call('replaceNameservers', { domain, nameservers: [...hosts] });
  await service.untilNoJobs(domain);
  return domain;
}
