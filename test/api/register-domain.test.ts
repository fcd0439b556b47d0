import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { cpuMsOf } from '@hostmaster/test-rig/cpu-time';
import { balanceOf, contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

const requiredContactFields = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'address1',
  'city',
  'stateProvince',
  'postalCode',
  'country',
] as const;

describeService('POST /v1/domains', (service) => {
  it('200: exactly the eight fields, defaults, and the debit', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const name = service.freshName();
    const before = Date.now();
    const answer = await client.request('registerDomain', { domain: name, contact });
    const after = Date.now();
    expect(answer.status).toBe(200);
    const { domain } = answer.body as { domain: { createdAt: string; expiresAt: string } };
    expect(answer.body).toEqual({
      domain: {
        name,
        status: 'active',
        autoRenew: false,
        privacyEnabled: false,
        years: 1,
        expiresAt: expect.any(String),
        createdAt: expect.any(String),
        creditsCharged: 12,
      },
    });
    expect(Date.parse(domain.createdAt)).toBeGreaterThanOrEqual(before);
    expect(Date.parse(domain.createdAt)).toBeLessThanOrEqual(after);
    expect(domain.expiresAt).toBe(inYears(domain.createdAt, 1));
    expect(await balanceOf(client)).toBe(88);
  });

  it('200: every choice is kept', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const name = service.freshName('choices', 'io');
    const { domain } = await client.call('registerDomain', {
      domain: name,
      years: 10,
      autoRenew: true,
      privacyEnabled: true,
      contact,
    });
    expect(domain).toMatchObject({
      autoRenew: true,
      privacyEnabled: true,
      years: 10,
      creditsCharged: 400,
      expiresAt: inYears(domain.createdAt, 10),
    });
    expect(await balanceOf(client)).toBe(600);
  });

  it('200: the last credit can be spent, and a fraction stays', async () => {
    const { client } = await service.workspace({ credits: '12.34' });
    await client.call('registerDomain', { domain: service.freshName(), contact });
    expect(await balanceOf(client)).toBe(0.34);
  });

  it.each([
    ['upper case and a trailing dot', ' UPPER-Case-1.COM. ', 'upper-case-1.com'],
    ['U-labels', 'bücher-1.com', 'xn--bcher-1-n2a.com'],
    ['sharp s, kept as in IDNA 2008', 'straße-1.de', 'xn--strae-1-3va.de'],
    ['a suffix of two labels', 'two-labels.co.uk', 'two-labels.co.uk'],
    ['63 octets', `${'a'.repeat(63)}.com`, `${'a'.repeat(63)}.com`],
  ])('200: normalises %s', async (_, sent, name) => {
    const { client } = await service.workspace();
    const { domain } = await client.call('registerDomain', { domain: sent, contact });
    expect(domain.name).toBe(name);
    expect((await client.call('getDomain', { domain: name })).domain.name).toBe(name);
  });

  it('200: organization and address2 may be absent or empty', async () => {
    const { client } = await service.workspace();
    const { organization, address2, ...needed } = contact;
    for (const accepted of [
      needed,
      { ...needed, organization: '', address2: '' },
      { ...needed, organization, address2 },
    ]) {
      const domain = service.freshName();
      expect((await client.request('registerDomain', { domain, contact: accepted })).status).toBe(
        200,
      );
    }
  });

  it('200: a country in lower case, unknown fields ignored', async () => {
    const { client } = await service.workspace();
    const answer = await client.request('registerDomain', {
      domain: service.freshName(),
      contact: { ...contact, country: 'gb', fax: 7 },
      coupon: 'HALF',
    });
    expect(answer.status).toBe(200);
  });

  it('200: premium names cost what the registry asks, ten times in the sandbox', async () => {
    const { client } = await service.workspace({ credits: '1000' });
    const domain = service.freshName('sandbox-premium');
    const registered = await client.call('registerDomain', { domain, contact, years: 2 });
    expect(registered.domain.creditsCharged).toBe(240);
    expect(await balanceOf(client)).toBe(760);
  });

  it("200: a workspace's own price takes precedence over the general one", async () => {
    const workspace = await service.workspace({ credits: '100' });
    await service.setPrice(workspace, { tld: 'com', register: 5, renew: 6 });
    const domain = service.freshName();
    const registered = await workspace.client.call('registerDomain', { domain, contact });
    expect(registered.domain.creditsCharged).toBe(5);
    const other = await service.workspace({ credits: '100' });
    const general = await other.client.call('registerDomain', {
      domain: service.freshName(),
      contact,
    });
    expect(general.domain.creditsCharged).toBe(12);
  });

  it.each<[string, object, string[]]>([
    ['no domain', { contact }, ['domain']],
    ['no contact', { domain: 'a-b-c.com' }, ['contact']],
    ['neither, both named', {}, ['domain', 'contact']],
    ['years 0', { domain: 'a-b-c.com', contact, years: 0 }, ['years']],
    ['years 11', { domain: 'a-b-c.com', contact, years: 11 }, ['years']],
    ['years 1.5', { domain: 'a-b-c.com', contact, years: 1.5 }, ['years']],
    ['years as text', { domain: 'a-b-c.com', contact, years: '2' }, ['years']],
    ['years null', { domain: 'a-b-c.com', contact, years: null }, ['years']],
    ['autoRenew as text', { domain: 'a-b-c.com', contact, autoRenew: 'true' }, ['autoRenew']],
    ['autoRenew as number', { domain: 'a-b-c.com', contact, autoRenew: 1 }, ['autoRenew']],
    [
      'privacyEnabled null',
      { domain: 'a-b-c.com', contact, privacyEnabled: null },
      ['privacyEnabled'],
    ],
    ['contact as list', { domain: 'a-b-c.com', contact: [] }, ['contact']],
    ['contact null', { domain: 'a-b-c.com', contact: null }, ['contact']],
    ['domain as number', { domain: 5, contact }, ['domain']],
    ['an empty domain', { domain: '', contact }, ['domain']],
    ['one label', { domain: 'localhost', contact }, ['domain']],
    ['a bare suffix', { domain: 'com', contact }, ['domain']],
    ['a public suffix', { domain: 'co.uk', contact }, ['domain']],
    ['a name below a name', { domain: 'www.a-b-c.com', contact }, ['domain']],
    ['a label of 64 octets', { domain: `${'a'.repeat(64)}.com`, contact }, ['domain']],
    ['a space', { domain: 'a b.com', contact }, ['domain']],
    ['an underscore', { domain: 'a_b.com', contact }, ['domain']],
    ['a hyphen in front', { domain: '-ab.com', contact }, ['domain']],
    ['a hyphen at the end', { domain: 'ab-.com', contact }, ['domain']],
    ['hyphens that A-labels reserve', { domain: 'ab--cd.com', contact }, ['domain']],
    ['an empty label', { domain: 'a..com', contact }, ['domain']],
    ['two trailing dots', { domain: 'a-b-c.com..', contact }, ['domain']],
    ['an address', { domain: '192.0.2.1', contact }, ['domain']],
    ['a zero-width space', { domain: 'a\u200bb.com', contact }, ['domain']],
    ['a zero-width joiner', { domain: 'a\u200db.com', contact }, ['domain']],
    ['a soft hyphen', { domain: 'a\u00adb.com', contact }, ['domain']],
    ['a right-to-left override', { domain: 'a\u202eb.com', contact }, ['domain']],
    ['a NUL', { domain: 'a\u0000b.com', contact }, ['domain']],
    ['Cyrillic among Latin', { domain: '\u0440\u0430ypal.com', contact }, ['domain']],
    ['the same as A-label', { domain: 'xn--ypal-43d9g.com', contact }, ['domain']],
    ['Greek among Latin', { domain: 'g\u03bf\u03bfgle.com', contact }, ['domain']],
    ['an A-label that decodes to nothing', { domain: 'xn--zzzzzzzz999.com', contact }, ['domain']],
    ['a percent escape', { domain: '%61bc.com', contact }, ['domain']],
  ])('400: %s', async (_, body, fields) => {
    const { client } = await service.workspace({ credits: '100' });
    const answer = await client.request('registerDomain', body);
    if ((answer.body as { code: string }).code === 'unsupported_tld') {
      expectRefusal(answer, { status: 400, code: 'unsupported_tld', fields });
    } else {
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
    }
    expect(await balanceOf(client)).toBe(100);
    expect((await client.call('listDomains', {})).domains).toEqual([]);
  });

  it.each(['name.test', 'name.example', 'name.nosuchtld', 'name.invalid', 'a.b.localhost'])(
    '400: %s has a suffix that is not sold',
    async (domain) => {
      const { client } = await service.workspace();
      const answer = await client.request('registerDomain', { domain, contact });
      expectRefusal(answer, { status: 400, code: 'unsupported_tld', fields: ['domain'] });
    },
  );

  it.each(requiredContactFields)(
    '400: contact.%s absent, blank, null or a number',
    async (field) => {
      const { client } = await service.workspace({ credits: '100' });
      const { [field]: _, ...others } = contact;
      for (const wrong of [
        others,
        { ...contact, [field]: '' },
        { ...contact, [field]: ' \u00a0 ' },
        { ...contact, [field]: null },
        { ...contact, [field]: 5 },
        { ...contact, [field]: 'line\nbreak' },
        { ...contact, [field]: 'nul\u0000' },
      ]) {
        const answer = await client.request('registerDomain', {
          domain: 'a-b-c.com',
          contact: wrong,
        });
        expectRefusal(answer, {
          status: 400,
          code: 'invalid_request',
          fields: [`contact.${field}`],
        });
      }
      expect(await balanceOf(client)).toBe(100);
    },
  );

  it('400: every missing contact field is named', async () => {
    const { client } = await service.workspace();
    const answer = await client.request('registerDomain', { domain: 'a-b-c.com', contact: {} });
    expectRefusal(answer, {
      status: 400,
      code: 'invalid_request',
      fields: requiredContactFields.map((field) => `contact.${field}`),
    });
  });

  it.each([
    ['organization', null],
    ['organization', 5],
    ['organization', 'bell\u0007'],
    ['address2', ['x']],
    ['address2', 'line\nbreak'],
    ['email', 'ada'],
    ['email', 'ada@example'],
    ['email', 'ada lovelace@example.com'],
    ['email', 'a@b@example.com'],
    ['phone', '+442079460000'],
    ['phone', '44.2079460000'],
    ['phone', '+44.'],
    ['phone', '+44.123'],
    ['phone', '+4444.2079460000'],
    ['phone', '+44.123456789012345'],
    ['phone', '+44.207 946 0000'],
    ['country', 'GBR'],
    ['country', 'G'],
    ['country', 'XX'],
    ['country', 'UK'],
    ['country', '\u0131t'],
  ])('400: contact.%s cannot be %j', async (field, value) => {
    const { client } = await service.workspace();
    const answer = await client.request('registerDomain', {
      domain: 'a-b-c.com',
      contact: { ...contact, [field]: value },
    });
    expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [`contact.${field}`] });
  });

  it.each(['+1.5555550100', '+999.1234', '+44.12345678901234'])(
    '200: contact.phone may be %s',
    async (phone) => {
      const { client } = await service.workspace();
      const domain = service.freshName();
      await client.call('registerDomain', { domain, contact: { ...contact, phone } });
    },
  );

  it('400: a hostile e-mail address is refused quickly', async () => {
    const { client } = await service.workspace();
    const email = `a@${'.'.repeat(60_000)} `;
    const cpuMs = await cpuMsOf(async () => {
      const answer = await client.request('registerDomain', {
        domain: 'a-b-c.com',
        contact: { ...contact, email },
      });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['contact.email'] });
    });
    expect(cpuMs).toBeLessThan(3_000);
  });

  it('402: says what is needed and what is there, and takes nothing', async () => {
    const { client } = await service.workspace({ credits: '23.99' });
    const domain = service.freshName();
    const answer = await client.request('registerDomain', { domain, contact, years: 2 });
    expectRefusal(answer, {
      status: 402,
      code: 'insufficient_credits',
      required: 24,
      balance: 23.99,
    });
    expect(await balanceOf(client)).toBe(23.99);
    expect((await client.call('listDomains', {})).domains).toEqual([]);
    expect(await client.call('checkDomains', { domain })).toEqual({
      results: [{ domain, available: true, isPremium: false }],
    });
  });

  it('409: registered or pending, in this or another workspace, or taken at the registry', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const other = await service.workspace();
    const name = service.freshName();
    const held = service.registry.hold('create', name);
    await other.client.call('registerDomain', { domain: name, contact });
    const pending = await client.request('registerDomain', { domain: name, contact });
    expectRefusal(pending, { status: 409, code: 'domain_taken' });
    held.release();
    await service.untilLive(other.client, name);
    const texts = new Set([pending.text]);
    for (const asking of [client, other.client]) {
      const answer = await asking.request('registerDomain', {
        domain: name.toUpperCase(),
        contact,
      });
      expectRefusal(answer, { status: 409, code: 'domain_taken' });
      texts.add(answer.text);
    }
    for (const domain of ['example.com', 'google.com', 'sandbox-taken-1.com']) {
      const answer = await client.request('registerDomain', { domain, contact });
      expectRefusal(answer, { status: 409, code: 'domain_taken' });
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
    expect(await balanceOf(client)).toBe(100);
  });

  it('503: when the registry says that it cannot answer, nothing is debited', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const broken = service.registry.breakQuestion('check', 'unavailable');
    const domain = service.freshName();
    const answer = await client.request('registerDomain', { domain, contact });
    broken.restore();
    expectRefusal(answer, { status: 503, code: 'registry_unavailable' });
    expect(answer.headers['retry-after']).toMatch(/^[1-9]\d*$/);
    expect(await balanceOf(client)).toBe(100);
    expect((await client.request('registerDomain', { domain, contact })).status).toBe(200);
  });

  it('503: when the registry is silent, after three seconds, and nothing is debited', async () => {
    const { client } = await service.workspace({ credits: '100' });
    const broken = service.registry.breakQuestion('check', 'silent');
    const startedAt = performance.now();
    const answer = await client.request('registerDomain', { domain: service.freshName(), contact });
    const elapsedMs = performance.now() - startedAt;
    broken.restore();
    expectRefusal(answer, { status: 503, code: 'registry_unavailable' });
    expect(elapsedMs).toBeGreaterThan(2_500);
    expect(elapsedMs).toBeLessThan(30_000);
    expect(await balanceOf(client)).toBe(100);
    expect((await client.call('listDomains', {})).domains).toEqual([]);
  });
});

/** By the calendar; the clock of the tests is not on a 29th of February. */
function inYears(iso: string, years: number): string {
  const from = new Date(iso);
  const isLeapDay = from.getUTCMonth() === 1 && from.getUTCDate() === 29;
  const to = new Date(from);
  if (isLeapDay) to.setUTCDate(28);
  to.setUTCFullYear(from.getUTCFullYear() + years);
  return to.toISOString();
}
