/** hostmaster dnssec and hostmaster domains dnssec: a compromised key, and the keys of another operator. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { dnssecOf, signedDomain, untilPhase } from '../api/dnssec-phases.ts';
import { dsOfKey, foreignKey } from '../api/foreign-key.ts';
import { Customer } from './customer.ts';
import { Operator } from './operator.ts';

interface Status {
  readonly phase: string | null;
  readonly foreignKeys: readonly { readonly dnskey: string }[];
}

describe('DNSSEC on the command line', () => {
  const service = new TestService(createEngine('sqlite'), {});
  beforeAll(() => service.start());
  afterAll(() => service.stop());

  it('replaces a compromised key as such', async () => {
    const { client } = await service.workspace();
    const operator = new Operator(service.place);
    const domain = await signedDomain(service, client);
    await operator.json('dnssec', 'roll', domain, '--compromised');
    const { events } = await client.call('listEvents', { limit: 100 });
    const rolling = events.filter(({ type }) => type === 'dnssec.rolling');
    expect(rolling).toMatchObject([{ domain, data: { cause: 'compromised' } }]);
  });

  it('adds, shows and removes the keys of another operator, as operator and as customer', async () => {
    const { apiKey, client } = await service.workspace();
    const operator = new Operator(service.place);
    const customer = new Customer({ url: service.url, apiKey });
    const domain = await signedDomain(service, client);
    const keys = [foreignKey(257), foreignKey(256)] as const;
    const ds = dsOfKey(domain, keys[0]);
    const on = ['dnssec', 'on', domain] as const;

    const added = await operator.json<Status>(...on, '--foreign-key', ...keys);
    expect(added.phase).toBe('publishing_foreign_keys');
    expect(added.foreignKeys.map(({ dnskey }) => dnskey)).toEqual(keys);
    const status = await operator.text('dnssec', 'status', domain);
    for (const each of [`DS ${ds}`, ...keys.map((key) => `DNSKEY ${key}`)]) {
      expect(status).toContain(`${domain}. ${each}\n`);
    }
    const shown = await customer.text('domains', 'dnssec', 'show', domain);
    expect(shown).toContain(`\nDS ${ds}\nDNSKEY ${keys[0]}\nDNSKEY ${keys[1]}\n`);
    expect(shown).toContain(`\nDNSKEY ${(await dnssecOf(client, domain)).keys[0]?.dnskey}\n`);
    const off = await customer.fails('domains', 'dnssec', 'off', domain);
    expect(off.message).toContain(`Stop signing ${domain} here?`);
    expect(await operator.refused(...on, '--foreign-key', '257 3 8 AAAA')).toContain('algorithm 8');
    const both = ['--foreign-key', keys[0], '--remove-foreign-keys'];
    expect(await operator.refused(...on, ...both)).toContain('either');
    expect(await customer.fails('domains', ...on, ...both)).toMatchObject({ code: 2 });
    const wrong = ['domains', 'dnssec', 'show', domain, '--remove-foreign-keys'];
    expect(await customer.fails(...wrong)).toMatchObject({ code: 2 });

    await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
    await customer.text('domains', ...on, '--remove-foreign-keys');
    await untilPhase(client, domain, 'on');
    await customer.text('domains', ...on, '--foreign-key', ...keys);
    await untilPhase(client, domain, 'waiting_for_foreign_keys_in_caches');
    await operator.json(...on, '--remove-foreign-keys');
    await untilPhase(client, domain, 'on');
    expect((await dnssecOf(client, domain)).foreignKeys).toEqual([]);
  });
});
