/** How many keys, contacts, top-ups and workspaces one customer may have. */

import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { changeMembership } from '../../packages/server/src/operations/people/change-membership.ts';
import { operatorActor, ownerGrant } from '../../packages/server/src/workspaces/actor.ts';
import { member, person } from '../dashboard-api/people.ts';

const settings = {
  HOSTMASTER_API_KEYS: '3',
  HOSTMASTER_UPDATE_KEYS: '1',
  HOSTMASTER_MEMBERS: '2',
  HOSTMASTER_CONTACTS: '1',
  HOSTMASTER_WORKSPACES: '2',
};
const refusal = { status: 409, code: 'quota_exceeded' } as const;

describeService(
  'the quotas of a workspace',
  (service) => {
    it('hole 15: API keys; revoked and expired ones do not count', async () => {
      const { page, inside, workspace } = await member(service);
      await service.key(workspace, { expiresAt: Date.now() - 1 });
      const create = () => page.request('createApiKey', { ...inside, name: 'k' });
      const { key } = await page.call('createApiKey', { ...inside, name: 'k' });
      expect((await create()).status).toBe(200);
      const answer = await create();
      expectRefusal(answer, refusal);
      expect(answer.text).toContain('at most 3 valid API keys');
      await page.call('revokeApiKey', { ...inside, keyId: key.id });
      // At the same time they count each other.
      const answers = await Promise.all([create(), create(), create()]);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it('hole 15: dynamic DNS keys', async () => {
      const { page, inside, workspace } = await member(service);
      const domain = await service.liveDomain(workspace.client);
      await page.call('createUpdateKey', { ...inside, domains: [domain] });
      expectRefusal(
        await page.request('createUpdateKey', { ...inside, domains: [domain] }),
        refusal,
      );
    });

    it('hole 15: saved contacts', async () => {
      const { page, inside } = await member(service);
      await page.call('createContact', { ...inside, label: 'one', contact });
      const second = await page.request('createContact', { ...inside, label: 'two', contact });
      expectRefusal(second, refusal);
    });

    it('hole 15: unpaid top-ups', async () => {
      const { page, inside } = await member(service);
      const create = () => page.request('createTopUp', { ...inside, credits: 10 });
      const { topUp } = await page.call('createTopUp', { ...inside, credits: 10 });
      expect((await create()).status).toBe(200);
      expectRefusal(await create(), refusal);
      await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
      expect((await create()).status).toBe(200);
    });

    it('hole 15: workspaces of one account', async () => {
      const { page } = await member(service);
      await page.call('createWorkspace', { name: 'second' });
      expectRefusal(await page.request('createWorkspace', { name: 'third' }), refusal);
    });

    it('hole 15: members; adding one again is no growth', async () => {
      const { workspace, person: first } = await member(service);
      const second = await person(service);
      const third = await person(service);
      const add = (user: { readonly id: string; readonly email: string }) =>
        persist(
          service.database,
          changeMembership(
            {
              actor: operatorActor(workspace.id),
              now: Date.now(),
              machineNow: Date.now(),
              limits: service.config.limits,
            },
            { user, grant: ownerGrant, isRevokingKeys: false },
          ),
        );
      expect(await add(second)).toMatchObject({ isChanged: true });
      expect(await add(first)).toMatchObject({ isChanged: false });
      await expect(add(third)).rejects.toMatchObject({ code: 'quota_exceeded' });
    });
  },
  { settings, fixedLimits: { openTopUps: 2 } },
);
