/** A person downloads everything that is stored about them, and nothing about others. */
import { runCommand } from '@hostmaster/test-rig/process';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { member } from './people.ts';
import { withTotp } from './second-factors.ts';

interface Line {
  readonly kind: string;
  readonly [field: string]: unknown;
}

describeService('own data', (service) => {
  it('has the account, what belongs to it, what they added and what they did', async () => {
    const ada = await member(service, { name: 'Ada' });
    const joan = await member(service, { name: 'Joan', workspace: ada.workspace });
    const { secret, recoveryCodes } = await withTotp(ada.page);
    const { key, apiKey } = await ada.page.call('createApiKey', { ...ada.inside, name: 'Deploy' });
    const theirs = await joan.page.call('createApiKey', { ...joan.inside, name: 'Other' });
    await ada.page.api('createWebhook', { ...ada.inside, url: 'https://hooks.example.com/in' });
    await ada.page.call('saveFilter', { ...ada.inside, label: 'Soon', search: '?within=30' });
    await joan.page.call('saveFilter', { ...joan.inside, label: 'Hers', search: '?tag=hers' });
    await ada.page.call('capMember', { ...ada.inside, userId: ada.person.id, cap: 40 });
    await runCommand(service.place, 'user', 'operator', ada.person.email);
    const answer = await ada.page.request('exportOwnData', {});
    expect(answer.status).toBe(200);
    expect(answer.headers['content-disposition']).toMatch(/^attachment; filename="account-/);
    const text = answer.text;
    const lines = text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Line);
    const of = (kind: string) => lines.filter((line) => line.kind === kind);
    expect(of('account')).toMatchObject([
      { email: ada.person.email, name: 'Ada', operatorSince: expect.any(String) },
    ]);
    expect(of('saved_filter')).toMatchObject([{ label: 'Soon', search: '?within=30' }]);
    expect(of('spending')).toMatchObject([{ cap: 40, spent: 0 }]);
    expect(of('session')).toHaveLength(1);
    expect(of('device')).toHaveLength(1);
    expect(of('authenticator_app')).toHaveLength(1);
    expect(of('recovery_codes')).toMatchObject([{ left: 10 }]);
    expect(of('membership')).toMatchObject([{ workspaceId: ada.workspace.id, role: 'owner' }]);
    expect(of('api_key')).toMatchObject([{ id: key.id, name: 'Deploy' }]);
    expect(of('webhook')).toMatchObject([{ url: 'https://hooks.example.com/in' }]);
    expect(of('mail').map(({ subject }) => subject)).toContain('An authenticator app was added');
    expect(of('activity').map(({ action }) => action)).toEqual([
      'member.cap',
      'webhook.create',
      'key.create',
      'member.change_factor',
      'member.sign_in',
    ]);
    for (const hidden of [secret, apiKey, theirs.key.id, joan.person.email, ...recoveryCodes]) {
      expect(text).not.toContain(hidden);
    }
    expect(text).not.toMatch(/scrypt|argon|passwordHash/i);
  });

  it('is for people who are signed in', async () => {
    const answer = await service.client.send('GET', '/dashboard/api/account/data.jsonl');
    expect(answer.status).toBe(401);
  });
});
