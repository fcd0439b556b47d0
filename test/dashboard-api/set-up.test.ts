import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { linkTokenIn, waitForMail } from './mail-files.ts';
import { browser, password, setUpToken } from './people.ts';

const owner = { name: 'Ada Lovelace', email: 'ada@example.com', password };

describeService('setting up the sandbox', (service) => {
  it('400, 410: bad fields and wrong links create no account', async () => {
    const page = browser(service);
    expect((await page.open()).service.isSetUp).toBe(false);
    const token = await setUpToken(service);
    for (const [change, field] of [
      [{ name: ' ' }, 'name'],
      [{ email: 'ada' }, 'email'],
      [{ password: 'short' }, 'password'],
      [{ password: 'x'.repeat(201) }, 'password'],
      [{ password: 'aaaaaaaaaaaa' }, 'password'],
      [{ password: '1234567890' }, 'password'],
      [{ password: 'Password123!' }, 'password'],
      [{ password: 'ada@example.com' }, 'password'],
      [{ password: 'AdaLovelace1' }, 'password'],
    ] as const) {
      const answer = await page.request('setUpOwner', { token, ...owner, ...change });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    }
    for (const wrong of ['x', token.toLowerCase(), `${token}x`]) {
      const answer = await page.request('setUpOwner', { token: wrong, ...owner });
      expectRefusal(answer, { status: 410, code: 'link_expired' });
    }
    expect((await page.open()).service.isSetUp).toBe(false);
  });

  it('200: the owner is signed in, has the first workspace, and every set-up link is spent', async () => {
    const workspace = await service.workspace({ name: 'Sandbox' });
    const [token, earlier] = [await setUpToken(service), await setUpToken(service)];
    const page = browser(service);
    await page.open();
    const session = await page.call('setUpOwner', {
      token,
      ...owner,
      workspaceName: ' Analytical Engines ',
    });
    expect(session).toMatchObject({
      account: { name: owner.name, email: owner.email, isEmailVerified: false },
      workspaces: [{ id: workspace.id, name: 'Analytical Engines' }],
      service: { isSetUp: true },
    });
    expect((await page.open()).account?.email).toBe(owner.email);
    const inside = { workspaceId: workspace.id };
    const { workspace: shown } = await page.call('getWorkspace', inside);
    expect(shown).toMatchObject({ email: null, pendingEmail: owner.email });
    const { attention } = await page.call('getOverview', inside);
    expect(attention.map(({ kind }) => kind)).toEqual(['email_unverified']);

    const confirmation = linkTokenIn(await waitForMail(service, owner.email), 'verify');
    await page.call('verifyEmail', { token: confirmation });
    const confirmed = await page.call('getWorkspace', inside);
    expect(confirmed.workspace).toMatchObject({ email: owner.email, pendingEmail: null });

    const late = browser(service);
    await late.open();
    for (const spent of [token, earlier, await setUpToken(service)]) {
      const answer = await late.request('setUpOwner', {
        ...owner,
        token: spent,
        email: 'eve@example.com',
      });
      expectRefusal(answer, { status: 410, code: 'link_expired' });
    }
  });
});

describeService('two owners at once', (service) => {
  it('one link makes one owner', async () => {
    const token = await setUpToken(service);
    const answers = await Promise.all(
      ['one@example.com', 'two@example.com', 'three@example.com'].map(async (email) => {
        const page = browser(service);
        await page.open();
        return page.request('setUpOwner', { ...owner, token, email });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 410, 410]);
  });
});
