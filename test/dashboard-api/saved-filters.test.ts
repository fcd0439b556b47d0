/** Filters of the list of domains that a member keeps. */
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';

const listAll = query<{ userId: string }>()(({ db, p }) =>
  db.selectFrom('saved_filters').select('id').where('user_id', '=', p.userId),
);

describeService(
  'Saved filters',
  (service) => {
    it('are kept for the member in the workspace, and replaced by their label', async () => {
      const { page, inside, workspace } = await member(service);
      const save = (label: string, search: string) =>
        page.call('saveFilter', { ...inside, label, search });
      const { filter } = await save('Soon', '?within=30');
      await save('Acme', '?tag=client-acme');
      await save('Soon', '?within=7');
      const acme = { id: expect.any(String), label: 'Acme', search: '?tag=client-acme' };
      expect(await page.call('listSavedFilters', inside)).toEqual({
        filters: [acme, { id: filter.id, label: 'Soon', search: '?within=7' }],
      });
      const colleague = await member(service, { workspace });
      const seen = await colleague.page.call('listSavedFilters', colleague.inside);
      expect(seen).toEqual({ filters: [] });
      const filterId = filter.id;
      await colleague.page.call('deleteSavedFilter', { ...colleague.inside, filterId });
      expect((await page.call('listSavedFilters', inside)).filters).toHaveLength(2);
      await page.call('deleteSavedFilter', { ...inside, filterId });
      expect((await page.call('listSavedFilters', inside)).filters).toEqual([acme]);
    });

    it('end with the membership', async () => {
      const owner = await member(service);
      const { workspace } = owner;
      const grant = { role: 'read_only', domainNames: null } as const;
      const { page, inside, person } = await member(service, { workspace, grant });
      await page.call('saveFilter', { ...inside, label: 'Mine', search: '?tag=mine' });
      const userId = person.id;
      await owner.page.call('removeMember', { ...owner.inside, userId, keys: 'keep' });
      await expect(service.database.all(listAll, { userId })).resolves.toEqual([]);
    });

    it('400 and 409: are bounded', async () => {
      const { page, inside } = await member(service);
      const save = (label: string, search = '?tag=web') =>
        page.request('saveFilter', { ...inside, label, search });
      const long = { status: 400, code: 'invalid_request' } as const;
      expectRefusal(await save('x', `?tag=${'x'.repeat(1_000)}`), { ...long, fields: ['search'] });
      expectRefusal(await save(' '), { ...long, fields: ['label'] });
      for (const label of ['one', 'two', 'three']) expect((await save(label)).status).toBe(200);
      expectRefusal(await save('four'), { status: 409, code: 'quota_exceeded' });
      expect((await save('three')).status).toBe(200);
    });
  },
  { fixedLimits: { savedFiltersPerMember: 3 } },
);
