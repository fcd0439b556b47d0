import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { cpuMsOf } from '@hostmaster/test-rig/cpu-time';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const free = (domain: string) => ({ domain, available: true, isPremium: false });
const taken = (domain: string) => ({ domain, available: false, isPremium: false });

describeService('POST /v1/domains/check', (service) => {
  it('200: one entry per name, in order, with exactly three fields', async () => {
    const { client } = await service.workspace();
    const answer = await client.request('checkDomains', {
      domains: [
        'free-to-take.com',
        'example.com',
        'sandbox-premium-gold.com',
        'sandbox-taken-x.io',
      ],
    });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      results: [
        free('free-to-take.com'),
        taken('example.com'),
        { domain: 'sandbox-premium-gold.com', available: true, isPremium: true },
        taken('sandbox-taken-x.io'),
      ],
    });
  });

  it('200: a single name', async () => {
    const { client } = await service.workspace();
    expect(await client.call('checkDomains', { domain: 'single-name.net' })).toEqual({
      results: [free('single-name.net')],
    });
  });

  it('200: both fields are merged in order, `domain` first, duplicates once', async () => {
    const { client } = await service.workspace();
    expect(
      await client.call('checkDomains', {
        domain: 'b-name.com',
        domains: ['a-name.com', 'B-Name.com.', 'c-name.com', 'a-name.com'],
      }),
    ).toEqual({ results: [free('b-name.com'), free('a-name.com'), free('c-name.com')] });
  });

  it('200: twenty names, and one more beside them', async () => {
    const { client } = await service.workspace();
    const domains = Array.from({ length: 20 }, (_, index) => `of-twenty-${index}.com`);
    const { results } = await client.call('checkDomains', { domain: 'extra.com', domains });
    expect(results).toEqual([free('extra.com'), ...domains.map(free)]);
  });

  it('200: names without a supported suffix are dropped', async () => {
    const { client } = await service.workspace();
    expect(
      await client.call('checkDomains', {
        domains: ['a.test', 'keep.com', 'b.nosuchtld', 'localhost', '', 'com.example', '192.0.2.1'],
      }),
    ).toEqual({ results: [free('keep.com')] });
    expect(await client.call('checkDomains', { domain: 'a.test' })).toEqual({ results: [] });
  });

  it('200: what can never be registered under a supported suffix is not available', async () => {
    const { client } = await service.workspace();
    const never: readonly [sent: string, shown: string][] = [
      ['COM', 'com'],
      ['co.uk', 'co.uk'],
      ['org.uk.', 'org.uk'],
      ['-leading.com', '-leading.com'],
      ['trailing-.com', 'trailing-.com'],
      ['Under_Score.com', 'under_score.com'],
      ['two..dots.com', 'two..dots.com'],
      ['deep.er.com', 'deep.er.com'],
      ['ab--cd.com', 'ab--cd.com'],
      ['with space.com', 'with space.com'],
      [`${'a'.repeat(64)}.com`, `${'a'.repeat(64)}.com`],
      ['zero\u200bwidth.com', 'zero\u200bwidth.com'],
      // Cyrillic er and a, then Latin.
      ['\u0440\u0430ypal.com', '\u0440\u0430ypal.com'],
      ['nul\u0000.com', 'nul\u0000.com'],
      ['half\ud800.com', 'half\ud800.com'],
    ];
    const { results } = await client.call('checkDomains', { domains: never.map(([sent]) => sent) });
    expect(results).toEqual(never.map(([, shown]) => taken(shown)));
  });

  it('200: names are shown normalised', async () => {
    const { client } = await service.workspace();
    expect(
      await client.call('checkDomains', {
        domains: [' UPPER-Case.COM. ', 'bücher.com', 'xn--bcher-kva.com', 'faß.de'],
      }),
    ).toEqual({
      results: [free('upper-case.com'), free('xn--bcher-kva.com'), free('xn--fa-hia.de')],
    });
  });

  it('200: a name with a registration, also a pending one, is unavailable to every workspace', async () => {
    const { client } = await service.workspace();
    const other = await service.workspace();
    const name = service.freshName('pending');
    const held = service.registry.hold('create', name);
    await client.call('registerDomain', { domain: name, contact });
    for (const asking of [client, other.client]) {
      expect(await asking.call('checkDomains', { domain: name })).toEqual({
        results: [taken(name)],
      });
    }
    held.release();
    await service.untilLive(client, name);
    expect(await other.client.call('checkDomains', { domain: name })).toEqual({
      results: [taken(name)],
    });
  });

  it('200: a name of sixty thousand octets costs no more than a short one', async () => {
    const { client } = await service.workspace();
    const cpuMs = await cpuMsOf(async () => {
      for (const long of ['a.'.repeat(30_000), '\u4e2d'.repeat(20_000), 'x'.repeat(60_000)]) {
        const { results } = await client.call('checkDomains', { domain: `${long}.com` });
        expect(results.map(({ available }) => available)).toEqual([false]);
      }
    });
    expect(cpuMs).toBeLessThan(5_000);
  });

  it('200: unknown fields are ignored', async () => {
    const { client } = await service.workspace();
    const answer = await client.request('checkDomains', { domain: 'plain.com', names: 7 });
    expect(answer.body).toEqual({ results: [free('plain.com')] });
  });

  it.each([
    ['neither field', {}, ['domain']],
    ['an empty list', { domains: [] }, ['domains']],
    [
      'more than twenty names',
      { domains: Array.from({ length: 21 }, (_, index) => `n${index}.com`) },
      ['domains'],
    ],
    ['a number', { domain: 7 }, ['domain']],
    ['null', { domain: null }, ['domain']],
    ['a text in place of the list', { domains: 'a.com' }, ['domains']],
    ['an entry of another type', { domains: ['a.com', 5] }, ['domains[1]']],
  ])('400: %s', async (_, body, fields) => {
    const { client } = await service.workspace();
    const answer = await client.request('checkDomains', body);
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
  });

  it('503: when the registry does not answer', async () => {
    const { client } = await service.workspace();
    const broken = service.registry.breakQuestion('check', 'unavailable');
    const answer = await client.request('checkDomains', { domain: 'unanswered.com' });
    broken.restore();
    expectRefusal(answer, { status: 503, code: 'registry_unavailable' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
  });
});
