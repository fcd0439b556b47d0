import { dayMs } from '@hostmaster/contract/durations';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { insert } from '../../packages/server/src/storage/row-write.ts';
import { activity } from '../../packages/server/src/storage/tables/events/activity.ts';
import { systemActor } from '../../packages/server/src/workspaces/actor.ts';
import { member } from './people.ts';

describeService('domains in the dashboard', (service) => {
  describe('searching', () => {
    it('a word is searched under every suffix sold, the usual ones first', async () => {
      const { page, inside, workspace } = await member(service);
      await service.setPrice(workspace, { tld: 'net', register: 3, renew: 4 });
      const word = service.freshName('search').replace('.com', '');
      await workspace.client.call('registerDomain', { domain: `${word}.org`, contact });
      const { label, results } = await page.call('searchDomains', {
        ...inside,
        query: ` ${word.toUpperCase()} `,
      });
      expect(label).toBe(word);
      expect(results.length).toBeGreaterThan(30);
      expect(results.slice(0, 3)).toEqual([
        {
          domain: `${word}.com`,
          available: true,
          isOwn: false,
          isPremium: false,
          registerCredits: 12,
          renewCredits: expect.any(Number),
        },
        {
          domain: `${word}.net`,
          available: true,
          isOwn: false,
          isPremium: false,
          registerCredits: 3,
          renewCredits: 4,
        },
        expect.objectContaining({ domain: `${word}.org`, available: false, isOwn: true }),
      ]);
      const stranger = await member(service);
      const asked = { ...stranger.inside, query: `${word}.org` };
      expect((await stranger.page.call('searchDomains', asked)).results).toEqual([
        expect.objectContaining({ available: false, isOwn: false }),
      ]);
      const quoted = { ...inside, domain: `${word}.org` };
      expect(await page.call('quoteRegistration', quoted)).toMatchObject({ isOwn: true });
    });

    it('any name is looked up in what is public of it', async () => {
      const { workspace } = await member(service);
      const domain = service.freshName('public');
      const owner = { ...contact, organization: 'Public Inc' };
      await workspace.client.call('registerDomain', { domain, contact: owner });
      await service.untilLive(workspace.client, domain);
      const { page, inside } = await member(service);
      const found = await page.call('lookUpDomain', { ...inside, domain: domain.toUpperCase() });
      expect(found).toEqual({
        domain,
        outcome: 'found',
        server: expect.stringMatching(/^127\.0\.0\.1:/),
        data: {
          registrar: 'Hostmaster',
          registrant: 'Public Inc',
          registeredAt: expect.stringMatching(/Z$/),
          expiresAt: expect.stringMatching(/Z$/),
          changedAt: null,
          transferredAt: null,
          statuses: expect.arrayContaining(['client transfer prohibited']),
          nameservers: ['ns1.hostmaster.example', 'ns2.hostmaster.example'],
          isSigned: false,
        },
      });
      const unknown = { ...inside, domain: service.freshName('nowhere') };
      const nothing = { domain: unknown.domain, outcome: 'no_server', server: null, data: null };
      expect(await page.call('lookUpDomain', unknown)).toEqual(nothing);
      expectRefusal(await page.request('lookUpDomain', { ...inside, domain: 'no name' }), {
        status: 400,
        code: 'invalid_request',
        fields: ['domain'],
      });
    });

    it('a whole name is searched alone, and premium is marked with its price', async () => {
      const { page, inside } = await member(service);
      const domain = service.freshName('sandbox-premium');
      const { results } = await page.call('searchDomains', { ...inside, query: domain });
      expect(results).toEqual([
        expect.objectContaining({ domain, available: true, isPremium: true, registerCredits: 120 }),
      ]);
    });

    it('a name under a suffix not sold is searched under those that are', async () => {
      const { page, inside } = await member(service);
      const { label, results } = await page.call('searchDomains', {
        ...inside,
        query: 'thing.test',
      });
      expect(label).toBe('thing');
      expect(results[0]?.domain).toBe('thing.com');
    });

    it('each name of a list has its best result, in the order of the list', async () => {
      const { page, inside, workspace } = await member(service);
      const own = service.freshName('listed');
      await workspace.client.call('registerDomain', { domain: own, contact });
      const names = [own.toUpperCase(), 'listed-word', 'a_b', 'example.com', 'listed.test', own];
      const { results } = await page.call('searchDomainList', { ...inside, names });
      expect(results.map(({ isName, found }) => found?.domain ?? isName)).toEqual([
        own,
        'listed-word.com',
        false,
        'example.com',
        'listed.com',
        own,
      ]);
      expect(results.map(({ found }) => [found?.available, found?.isOwn])).toEqual([
        [false, true],
        [true, false],
        [undefined, undefined],
        [false, false],
        [true, false],
        [false, true],
      ]);
      for (const wrong of [[], Array(21).fill('a.com'), ['']]) {
        const answer = await page.request('searchDomainList', { ...inside, names: wrong });
        expectRefusal(answer, {
          status: 400,
          code: 'invalid_request',
          fields: [wrong[0] === '' ? 'names[0]' : 'names'],
        });
      }
    });

    it('text that cannot become a name has no results', async () => {
      const { page, inside } = await member(service);
      for (const query of ['-', '...', 'a_b', '!!', 'x'.repeat(64)]) {
        expect(await page.call('searchDomains', { ...inside, query })).toEqual({
          label: null,
          results: [],
        });
      }
    });

    it('400: an empty, too long or repeated query', async () => {
      const { page, inside } = await member(service);
      for (const query of ['', ' ', 'x'.repeat(254)]) {
        const answer = await page.request('searchDomains', { ...inside, query });
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields: ['query'] });
      }
      const path = `/dashboard/api/workspaces/${inside.workspaceId}/search`;
      for (const [query, fields] of [
        ['', ['query']],
        ['?query=a&query=b', ['query']],
      ] as const) {
        const answer = await page.send('GET', `${path}${query}`);
        expectRefusal(answer, { status: 400, code: 'invalid_request', fields });
      }
    });
  });

  describe('quoting', () => {
    it('names a price for each number of years, with the balance beside it', async () => {
      const { page, inside } = await member(service, { credits: '50.5' });
      const domain = service.freshName();
      const quote = await page.call('quoteRegistration', {
        ...inside,
        domain: domain.toUpperCase(),
      });
      expect(quote).toMatchObject({ domain, available: true, isPremium: false, balance: 50.5 });
      expect(quote.quotes.map(({ years, credits }) => [years, credits])).toEqual(
        Array.from({ length: 10 }, (_, index) => [index + 1, 12 * (index + 1)]),
      );
      const { domain: registered } = await page.api('registerDomain', {
        ...inside,
        domain,
        contact,
        years: 2,
      });
      expect(registered.creditsCharged).toBe(quote.quotes[1]?.credits);
    });

    it('400: what is no name, or not sold', async () => {
      const { page, inside } = await member(service);
      const quote = (domain: string) => page.request('quoteRegistration', { ...inside, domain });
      expectRefusal(await quote('no name'), {
        status: 400,
        code: 'invalid_request',
        fields: ['domain'],
      });
      expectRefusal(await quote('x.test'), {
        status: 400,
        code: 'unsupported_tld',
        fields: ['domain'],
      });
    });
  });

  describe('one domain', () => {
    it('shows its lifecycle, renewal prices and contact', async () => {
      const { page, inside, workspace } = await member(service);
      const name = await service.liveDomain(workspace.client);
      await workspace.client.call('renewDomain', { domain: name, years: 2 });
      await service.untilNoJobs(name);
      await workspace.client.call('updateDomain', { domain: name, autoRenew: true });
      const { domain } = await page.call('getDomainDetails', { ...inside, domain: name });
      const { domain: plain } = await workspace.client.call('getDomain', { domain: name });
      expect(domain).toMatchObject({
        ...plain,
        pendingFulfillment: false,
        state: 'live',
        failure: null,
        isPremium: false,
        isTransferLocked: true,
        holdReason: null,
        contact,
        defaultNameservers: plain.nameservers,
        terms: [
          { kind: 'registration', years: 1, state: 'posted', isAutomatic: false, credits: 12 },
          { kind: 'renewal', years: 2, state: 'posted', isAutomatic: false },
        ],
      });
      const expiresAt = Date.parse(plain.expiresAt);
      const at = (days: number) => new Date(expiresAt + days * dayMs).toISOString();
      expect(domain).toMatchObject({
        expiringSoonAt: at(-30),
        autoRenewAt: at(-14),
        graceEndsAt: at(30),
      });
      const [quote] = domain.renewalQuotes;
      // Three years are bought: at most ten in all are offered.
      expect(domain.renewalQuotes.map(({ years }) => years)).toEqual([1, 2, 3, 4, 5, 6, 7]);
      const { domain: renewed } = await page.api('renewDomain', { ...inside, domain: name });
      expect(renewed).toMatchObject({
        creditsCharged: quote?.credits,
        expiresAt: quote?.expiresAt,
      });
    });

    it('says why it failed, and offers no renewal', async () => {
      const { page, inside } = await member(service);
      const name = service.freshName('sandbox-reject');
      await page.api('registerDomain', { ...inside, domain: name, contact });
      const read = () => page.call('getDomainDetails', { ...inside, domain: name });
      await until('it failed', async () => (await read()).domain.state === 'failed');
      const { domain } = await read();
      expect(domain).toMatchObject({ status: 'failed', renewalQuotes: [], autoRenewAt: null });
      expect(domain.failure).toMatch(/\w+/);
      expect(domain.terms).toEqual([expect.objectContaining({ state: 'voided', credits: 12 })]);
    });

    it('is pending until the registry has confirmed', async () => {
      const { page, inside } = await member(service);
      const name = service.freshName();
      const held = service.registry.hold('create', name);
      await page.api('registerDomain', { ...inside, domain: name, contact });
      const { domain } = await page.call('getDomainDetails', { ...inside, domain: name });
      expect(domain).toMatchObject({ pendingFulfillment: true, state: 'provisioning' });
      held.release();
    });

    it('404: one that is missing or of another workspace', async () => {
      const { page, inside } = await member(service);
      const other = await member(service);
      const theirs = await service.liveDomain(other.workspace.client);
      const read = (domain: string) => page.request('getDomainDetails', { ...inside, domain });
      const [hidden, missing] = [await read(theirs), await read('missing.com')];
      expectRefusal(hidden, { status: 404, code: 'domain_not_found' });
      expect(hidden.text).toBe(missing.text);
    });
  });

  describe('activity', () => {
    it('comes in pages, newest first, and of one domain alone', async () => {
      const { page, inside, workspace } = await member(service);
      const name = await service.liveDomain(workspace.client);
      const other = await service.liveDomain(workspace.client);
      for (let index = 0; index < 60; index += 1) {
        const domain = index % 20 === 0 ? other : name;
        const value = `192.0.2.${index}`;
        await page.api('createRecord', { ...inside, domain, type: 'A', value });
      }
      const first = await page.call('listActivity', inside);
      expect(first.entries).toHaveLength(50);
      const second = await page.call('listActivity', { ...inside, before: first.next ?? '' });
      expect(second.next).toBeNull();
      const all = [...first.entries, ...second.entries];
      expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
      expect(all.at(-1)?.action).toBe('workspace.create');
      const ofOther = await page.call('listActivity', { ...inside, domain: other.toUpperCase() });
      expect(new Set(ofOther.entries.map(({ subject }) => subject))).toEqual(new Set([other]));
      expect(ofOther.entries.filter(({ action }) => action === 'record.create')).toHaveLength(3);
      expect(ofOther.next).toBeNull();
      for (const { text } of all) expect(text).not.toMatch(/unknown|undefined/);
    });

    it('leaves out mails unless they are asked for', async () => {
      const { page, inside, workspace } = await member(service);
      const name = await service.liveDomain(workspace.client);
      await persistChange(service.database, {
        facts: [
          {
            id: newId('act'),
            at: Date.now(),
            actor: systemActor(workspace.id, 'mail'),
            fact: {
              kind: 'mail.sent',
              recipient: 'ada@example.com',
              notice: 'test',
              subject: 'Hello',
            },
          },
        ],
      });
      const shown = await page.call('listActivity', { ...inside, mails: 'shown' });
      expect(shown.entries[0]?.text).toBe('emailed “Hello” to ada@example.com');
      const { entries } = await page.call('listActivity', inside);
      expect(entries.filter(({ action }) => action.startsWith('mail.'))).toEqual([]);
      expect(entries.some(({ subject }) => subject === name)).toBe(true);
      const { activity } = await page.call('getOverview', inside);
      expect(activity.filter(({ action }) => action.startsWith('mail.'))).toEqual([]);
    });

    it('shows and exports the rows of earlier versions, also of kinds that are gone', async () => {
      const { page, inside, workspace } = await member(service);
      const rows = [
        ['domain.registered', 'a.com', { years: 1 }],
        ['tsig_key.create', 'a.com and 2 more', { key: 'k', pattern: '*', types: null }],
        ['domain.no_longer_recorded', 'a.com', { any: [1] }],
      ] as const;
      const texts = [
        'confirmed the registration of a.com with the registry',
        'created a dynamic DNS key for * on a.com and 2 more',
        'domain no longer recorded: a.com',
      ];
      const actor = { actorKind: 'system', actorId: 'test' } as const;
      const common = { workspaceId: workspace.id, at: 0, ...actor, origin: null };
      await persistChange(service.database, {
        rows: rows.map(([action, subject, details]) =>
          insert(activity, { ...common, id: newId('act'), action, subject, details }),
        ),
      });
      const { entries } = await page.call('listActivity', inside);
      const newest = entries.slice(0, rows.length).reverse();
      expect(newest.map(({ action, subject, details }) => [action, subject, details])).toEqual(
        rows,
      );
      expect(newest.map(({ text }) => text)).toEqual(texts);
      const csv = await page.request('exportActivityCsv', inside);
      const lines = await page.request('exportActivityLines', inside);
      for (const text of texts) expect(csv.text).toContain(text);
      for (const text of texts) expect(lines.text).toContain(text);
    });

    it('is exported as CSV and as JSON lines, over several pages', async () => {
      const { page, inside, workspace } = await member(service);
      const domain = await service.liveDomain(workspace.client);
      const values = Array.from({ length: 520 }, (_, index) => `=${index}`);
      for (const part of [values.slice(0, 260), values.slice(260)]) {
        await Promise.all(
          part.map((value) =>
            workspace.client.call('createRecord', {
              domain,
              type: 'TXT',
              name: `n${value.slice(1)}`,
              value,
            }),
          ),
        );
      }
      await page.api('updateRecord', {
        ...inside,
        domain,
        recordId: (await workspace.client.call('listRecords', { domain })).records[0]?.id ?? '',
        ttl: 60,
      });
      const file = await page.request('exportActivityLines', { ...inside, domain });
      expect(file.headers['content-disposition']).toMatch(/activity-\d{4}-\d\d-\d\d\.jsonl/);
      expect(file.headers['content-type']).toMatch(/^application\/jsonl/);
      const entries = file.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line));
      expect(entries.filter(({ action }) => action === 'record.create')).toHaveLength(520);
      expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
      expect(entries[0]).toMatchObject({
        action: 'record.update',
        subject: domain,
        text: expect.stringMatching(
          /^changed the TTL of n\d+ TXT =\d+ from 3600 to 60 seconds in /,
        ),
      });
      const csv = await page.request('exportActivityCsv', { ...inside, domain });
      const lines = csv.text.trimEnd().split('\r\n');
      expect(lines[0]).toBe('Time,Actor,Action,Subject,Text,Details,Actor id,Id,Address,Proof');
      expect(lines).toHaveLength(entries.length + 1);
    });
  });
});

describeService('the list of domains', (service) => {
  it('shows a registration in progress, and no failed one that was dismissed', async () => {
    const { page, inside, workspace } = await member(service);
    const { client } = workspace;
    const statuses = async () => {
      const { domains } = await page.call('listDomainEntries', inside);
      return Object.fromEntries(domains.map(({ name, status }) => [name, status]));
    };
    const [live, refused] = [service.freshName('listed'), service.freshName('sandbox-reject')];
    const atRegistry = service.registry.hold('create', live);
    await client.call('registerDomain', { domain: live, contact });
    await client.call('registerDomain', { domain: refused, contact });
    expect((await statuses())[live]).toBe('provisioning');
    atRegistry.release();
    await service.settled();
    expect(await statuses()).toEqual({ [live]: 'active', [refused]: 'failed' });
    const attention = async () =>
      (await page.call('getOverview', inside)).attention.map(({ kind }) => kind);
    expect(await attention()).toContain('registration_failed');

    const stranger = await member(service);
    for (const [who, domain] of [
      [stranger, refused],
      [{ page, inside }, live],
      [{ page, inside }, 'nothing.com'],
    ] as const) {
      const answer = await who.page.request('dismissRegistration', { ...who.inside, domain });
      expectRefusal(answer, { status: 404, code: 'domain_not_found' });
    }
    for (const _ of ['once', 'again']) {
      await page.call('dismissRegistration', { ...inside, domain: refused });
    }
    expect(await statuses()).toEqual({ [live]: 'active' });
    expect(await attention()).not.toContain('registration_failed');
    const { entries } = await page.call('listActivity', { ...inside, domain: refused });
    expect(entries.filter(({ action }) => action === 'domain.dismissed')).toHaveLength(1);
    // The API is not affected.
    const { domains } = await client.call('listDomains', {});
    expect(domains.map(({ name, status }) => [name, status])).toContainEqual([refused, 'failed']);

    // A new registration of the name is shown again.
    await client.call('registerDomain', { domain: refused, contact });
    await service.settled();
    expect((await statuses())[refused]).toBe('failed');
  });
});

describeService('searching while a registry is unreachable', (service) => {
  it('shows what the others answer', async () => {
    const { page, inside } = await member(service);
    const away = service.registry.breakChecksOf('net');
    const { results } = await page.call('searchDomains', { ...inside, query: 'outage' });
    const names = results.map(({ domain }) => domain);
    expect(names).toContain('outage.com');
    expect(names).not.toContain('outage.net');
    away.restore();
  });

  it('503: when none does', async () => {
    const { page, inside } = await member(service);
    const away = service.registry.breakQuestion('check', 'unavailable');
    const unavailable = { status: 503, code: 'registry_unavailable' } as const;
    const found = await page.request('searchDomains', { ...inside, query: 'outage' });
    expectRefusal(found, unavailable);
    const quoted = await page.request('quoteRegistration', { ...inside, domain: 'outage.com' });
    expectRefusal(quoted, unavailable);
    away.restore();
  });
});
