/** Tags of domains: set, listed, and found by. */
import type { Output } from '@hostmaster/contract';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

describeService('Tags of domains', (service) => {
  it('200: are added and removed, with one event for each change', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    expect(await client.call('getTags', { domain })).toEqual({ tags: [] });
    const added = await client.call('changeTags', { domain, add: ['web', 'client-acme', 'web'] });
    expect(added).toEqual({ tags: ['client-acme', 'web'] });
    const changed = { domain, add: ['web', '2027.q1'], remove: ['client-acme', 'absent'] };
    expect(await client.call('changeTags', changed)).toEqual({ tags: ['2027.q1', 'web'] });
    expect(await client.call('changeTags', changed)).toEqual({ tags: ['2027.q1', 'web'] });
    expect(await client.call('getTags', { domain })).toEqual({ tags: ['2027.q1', 'web'] });
    const { events } = await client.call('listEvents', { limit: 1000 });
    const told = events.filter(({ type }) => type === 'domain.tags_changed');
    expect(told).toMatchObject([
      { domain, data: { tags: ['client-acme', 'web'] } },
      { domain, data: { tags: ['2027.q1', 'web'] } },
    ]);
  });

  it('200: list the domains that have one, in pages', async () => {
    const { client } = await service.workspace();
    const names = [];
    for (let index = 0; index < 3; index += 1) names.push(await service.liveDomain(client));
    const last = names[2] ?? '';
    for (const domain of names) await client.call('changeTags', { domain, add: ['all'] });
    await client.call('changeTags', { domain: last, add: ['last'] });
    expect(await client.call('listTags', {})).toEqual({ tags: ['all', 'last'], cursor: null });
    const page = await client.call('listTags', { limit: 1 });
    expect(page.tags).toEqual(['all']);
    const next = await client.call('listTags', { limit: 1, cursor: page.cursor ?? '' });
    expect(next.tags).toEqual(['last']);
    const found = await client.call('listTaggedDomains', { tag: 'all', limit: 2 });
    expect(found.domains).toEqual(names.slice(0, 2));
    const rest = { tag: 'all', limit: 2, cursor: found.cursor ?? '' };
    expect(await client.call('listTaggedDomains', rest)).toEqual({ domains: [last], cursor: null });
    const none = await client.call('listTaggedDomains', { tag: 'no such' });
    expect(none).toEqual({ domains: [], cursor: null });
    await client.call('changeTags', { domain: last, remove: ['last'] });
    expect((await client.call('listTags', {})).tags).toEqual(['all']);
  });

  it('200: end with the registration that failed, and are seen by no other workspace', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName('sandbox-reject');
    await client.call('registerDomain', { domain, contact });
    await service.settled();
    await client.call('changeTags', { domain, add: ['lost'] });
    expect((await client.call('listTags', {})).tags).toEqual(['lost']);
    const stranger = await service.workspace();
    expect((await stranger.client.call('listTags', {})).tags).toEqual([]);
    expect((await stranger.client.call('listTaggedDomains', { tag: 'lost' })).domains).toEqual([]);
    await client.call('registerDomain', { domain, contact });
    expect((await client.call('listTags', {})).tags).toEqual([]);
  });

  it('200: who is limited to certain domains sees the tags of these', async () => {
    const { workspace } = await member(service);
    const { client } = workspace;
    const [mine, other] = [await service.liveDomain(client), await service.liveDomain(client)];
    await client.call('changeTags', { domain: mine, add: ['shared', 'mine'] });
    await client.call('changeTags', { domain: other, add: ['shared', 'secret'] });
    const grant = { role: 'read_only', domainNames: [mine] } as const;
    const { page, inside } = await member(service, { workspace, grant });
    expect((await page.api('listTags', inside)).tags).toEqual(['mine', 'shared']);
    const { domains } = await page.api('listTaggedDomains', { ...inside, tag: 'shared' });
    expect(domains).toEqual([mine]);
  });

  it('200: a bulk operation changes those of many domains, chosen by a tag', async () => {
    const { client } = await service.workspace();
    const names = [await service.liveDomain(client), await service.liveDomain(client)];
    await service.liveDomain(client);
    for (const domain of names) await client.call('changeTags', { domain, add: ['old'] });
    const bulk = { kind: 'tags', addTags: ['new'], removeTags: ['old'] } as const;
    const lists = { addTags: [...bulk.addTags], removeTags: [...bulk.removeTags] };
    const created = await client.call('createBulk', { ...bulk, ...lists, filter: { tag: 'old' } });
    const { id: bulkId } = created.bulk;
    const untilState = async (state: string) => {
      let read: Output<'getBulk'> = await client.call('getBulk', { bulkId });
      await until(`the operation is ${state}`, async () => {
        read = await client.call('getBulk', { bulkId });
        return read.bulk.state === state;
      });
      return read;
    };
    const planned = await untilState('planned');
    expect(planned.items.map(({ domain }) => domain)).toEqual(names);
    expect((await client.call('listTags', {})).tags).toEqual(['old']);
    await client.call('startBulk', { bulkId });
    const { bulk: ended } = await untilState('finished');
    expect(ended).toMatchObject({ parameters: lists, counts: { done: 2, failed: 0 } });
    expect((await client.call('listTags', {})).tags).toEqual(['new']);
    const nothing = await client.request('createBulk', { kind: 'tags', domains: names });
    expectRefusal(nothing, { status: 400, code: 'invalid_request', fields: ['addTags'] });
  });

  it('400: for a word that is no tag, and for too many of them', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    for (const [body, field] of [
      [{}, 'add'],
      [{ add: [] }, 'add'],
      [{ add: ['two words'] }, 'add[0]'],
      [{ add: ['Upper'] }, 'add[0]'],
      [{ remove: ['x'.repeat(33)] }, 'remove[0]'],
      [{ add: Array.from({ length: 21 }, (_, index) => `tag-${index}`) }, 'add'],
    ] as const) {
      const refused = await client.request('changeTags', { domain, ...body });
      expectRefusal(refused, { status: 400, code: 'invalid_request', fields: [field] });
    }
  });

  it('404: the domain of another workspace, as one that does not exist', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const stranger = await service.workspace();
    for (const name of ['getTags', 'changeTags'] as const) {
      const asked = name === 'getTags' ? {} : { add: ['web'] };
      const missing = await stranger.client.request(name, { domain: 'missing.com', ...asked });
      const foreign = await stranger.client.request(name, { domain, ...asked });
      expect(foreign.body).toEqual(missing.body);
      expectRefusal(foreign, { status: 404, code: 'domain_not_found' });
    }
  });

  it('409: a domain has twenty of them at most', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const twenty = Array.from({ length: 20 }, (_, index) => `tag-${index}`);
    await client.call('changeTags', { domain, add: twenty });
    const refused = await client.request('changeTags', { domain, add: ['another'] });
    expectRefusal(refused, { status: 409, code: 'quota_exceeded' });
    await client.call('changeTags', { domain, add: ['another'], remove: ['tag-0'] });
  });
});

describeService(
  'The different tags of a workspace',
  (service) => {
    it('409: are bounded, also when several are added at once', async () => {
      const { client } = await service.workspace();
      const names = [];
      for (let index = 0; index < 4; index += 1) names.push(await service.liveDomain(client));
      const answers = await Promise.all(
        names.map((domain, index) =>
          client.request('changeTags', { domain, add: [`tag-${index}`] }),
        ),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 409]);
      const { tags } = await client.call('listTags', {});
      expect(tags).toHaveLength(3);
      // Those that there are can be given to any domain.
      for (const domain of names) await client.call('changeTags', { domain, add: tags });
    });
  },
  { fixedLimits: { tagsPerWorkspace: 3 } },
);
