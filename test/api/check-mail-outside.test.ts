/** GET /v1/domains/{domain}/dns/mail where the SPF record includes those of other domains. */
import { describeService } from '@hostmaster/test-rig/service';
import { afterAll, beforeEach, expect, it } from 'vitest';
import { createRecord as create } from './create-record.ts';
import { startTextResolver } from './text-resolver.ts';

const texts: Readonly<Record<string, readonly string[] | null>> = {
  '_spf.provider.example': ['v=spf1 include:a.provider.example ', 'ip4:192.0.2.0/24 ~all'],
  'a.provider.example': ['v=spf1 a mx -all'],
  'other.example': ['something else'],
  'lost.example': null,
};

/** Names of `endless.example` include the next one. */
function textsAt(name: string): readonly string[] | null {
  const [, index] = /^n(\d+)\.endless\.example$/.exec(name) ?? [];
  if (index !== undefined) return [`v=spf1 include:n${Number(index) + 1}.endless.example -all`];
  const found = texts[name];
  return found === undefined ? [] : found;
}

const resolver = await startTextResolver(textsAt);
afterAll(() => resolver.close());
beforeEach(() => {
  resolver.asked.length = 0;
});

describeService(
  'the check of mail with a resolver',
  (service) => {
    async function check(spf: string, more: readonly Parameters<typeof create>[2][] = []) {
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await create(client, domain, { type: 'TXT', value: spf });
      for (const record of more) await create(client, domain, record);
      const { findings, spfLookups } = await client.call('checkMail', { domain });
      const { level, message } = findings.find(({ subject }) => subject === 'spf') ?? {};
      return { level, message, spfLookups };
    }

    it('200: counts the lookups of records that other domains have', async () => {
      expect(await check('v=spf1 include:_spf.provider.example -all')).toEqual({
        level: 'good',
        message: 'The SPF record uses 4 of the 10 DNS lookups allowed.',
        spfLookups: { count: 4, isComplete: true },
      });
      expect(resolver.asked).toEqual(['_spf.provider.example', 'a.provider.example']);
    });

    it('200: follows an alias of the domain to another one', async () => {
      const alias = { type: 'CNAME', name: '_spf', value: 'a.provider.example' } as const;
      const { client } = await service.workspace();
      const domain = await service.liveDomain(client);
      await create(client, domain, { type: 'TXT', value: `v=spf1 include:_spf.${domain} -all` });
      await create(client, domain, alias);
      const { spfLookups } = await client.call('checkMail', { domain });
      expect(spfLookups).toEqual({ count: 3, isComplete: true });
    });

    it('200: names what has no SPF record, and counts the least where nothing is answered', async () => {
      expect(await check('v=spf1 include:other.example -all')).toMatchObject({
        level: 'problem',
        message: expect.stringMatching(/^other\.example has no usable SPF record/),
      });
      expect(await check('v=spf1 include:lost.example a -all')).toEqual({
        level: 'good',
        message: 'The SPF record uses at least 2 of the 10 DNS lookups allowed.',
        spfLookups: { count: 2, isComplete: false },
      });
      const long = `${'x'.repeat(64)}.example`;
      expect(await check(`v=spf1 include:${long} -all`)).toMatchObject({
        spfLookups: { count: 1, isComplete: false },
      });
    });

    it('200: asks for ten names at most', async () => {
      expect(await check('v=spf1 include:n1.endless.example -all')).toMatchObject({
        level: 'problem',
        spfLookups: { count: 11 },
      });
      expect(resolver.asked).toHaveLength(10);
    });
  },
  { settings: resolver.settings },
);
