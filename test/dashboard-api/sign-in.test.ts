import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { browser, member, password, person, signedIn } from './people.ts';

describeService('signing in', (service) => {
  it('200: returns the account and its workspaces', async () => {
    const { person: someone, workspace, page } = await member(service);
    const session = await page.open();
    expect(session).toMatchObject({
      account: { id: someone.id, email: someone.email, name: someone.name, isEmailVerified: true },
      workspaces: [{ id: workspace.id, name: workspace.name }],
      service: { mode: 'sandbox', isSetUp: true, isSignUpOpen: false, payments: 'sandbox' },
    });
  });

  it('200: the address may be typed in capitals and with spaces around', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    const email = ` ${someone.email.toUpperCase()} `;
    expect((await page.call('signIn', { email, password })).account?.id).toBe(someone.id);
  });

  it('200: no account in the session before signing in and after signing out', async () => {
    const page = browser(service);
    expect(await page.open()).toMatchObject({ account: null, workspaces: [] });
    const someone = await person(service);
    await page.call('signIn', { email: someone.email, password });
    expect((await page.call('signOut', {})).account).toBeNull();
    expect((await page.open()).account).toBeNull();
  });

  it('session fixation: cookie and token change with every sign-in and sign-out, and old ones are refused', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    const seen = [{ cookie: page.cookie, csrfToken: page.csrfToken }];
    await page.call('signIn', { email: someone.email, password });
    seen.push({ cookie: page.cookie, csrfToken: page.csrfToken });
    await page.call('signIn', { email: someone.email, password });
    seen.push({ cookie: page.cookie, csrfToken: page.csrfToken });
    await page.call('signOut', {});
    seen.push({ cookie: page.cookie, csrfToken: page.csrfToken });
    expect(new Set(seen.map(({ cookie }) => cookie)).size).toBe(4);
    expect(new Set(seen.map(({ csrfToken }) => csrfToken)).size).toBe(4);
    for (const { cookie, csrfToken } of seen) {
      const old = browser(service);
      old.cookie = cookie;
      old.csrfToken = csrfToken;
      expectRefusal(await old.request('listSessions', {}), { status: 401, code: 'signed_out' });
    }
  });

  it('the cookie is out of reach of scripts and other sites', async () => {
    const someone = await person(service);
    const page = browser(service);
    const first = await page.request('getSession', {});
    expect(first.headers['set-cookie']).toEqual([
      expect.stringMatching(/^hostmaster=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
    const second = await page.request('signIn', { email: someone.email, password });
    expect(second.headers['set-cookie']).toEqual([
      expect.stringMatching(
        /^hostmaster=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=2592000$/,
      ),
      expect.stringMatching(
        /^hostmaster-device=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=31536000$/,
      ),
    ]);
    expect((await page.request('getSession', {})).headers['set-cookie']).toBeUndefined();
  });

  it('answers are personal and must not be cached', async () => {
    const page = browser(service);
    for (const answer of [
      await page.request('getSession', {}),
      await page.request('listSessions', {}),
      await page.send('GET', '/dashboard/api/nothing'),
    ]) {
      expect(answer.headers['cache-control']).toBe('no-store');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
    }
  });

  it('400: address and password are required, and the address is one line', async () => {
    const page = browser(service);
    await page.open();
    const answer = await page.request('signIn', {});
    expectRefusal(answer, {
      status: 400,
      code: 'invalid_request',
      fields: ['email', 'password'],
    });
    const strange = await page.request('signIn', { email: 'a\u0000@b.example', password });
    expectRefusal(strange, { status: 400, code: 'invalid_request', fields: ['email'] });
  });

  it('401: a wrong password and an unknown address get the same answer', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    const wrong = await page.request('signIn', { email: someone.email, password: 'not this one' });
    const unknown = await page.request('signIn', { email: 'nobody@example.com', password });
    expectRefusal(wrong, { status: 401, code: 'wrong_credentials' });
    expect(unknown.text).toBe(wrong.text);
    expect(unknown.headers['set-cookie']).toEqual(wrong.headers['set-cookie']);
  });

  it('403: signing in needs the page’s origin and token', async () => {
    const someone = await person(service);
    const page = browser(service);
    await page.open();
    const credentials = { email: someone.email, password };
    const refused = [
      await page.request('signIn', credentials, { without: ['origin'] }),
      await page.request('signIn', credentials, { headers: { origin: 'https://evil.example' } }),
      await page.request('signIn', credentials, { headers: { origin: 'null' } }),
      await page.request('signIn', credentials, { without: ['x-csrf-token'] }),
      await page.request('signIn', credentials, { without: ['cookie'] }),
      await page.request('signIn', credentials, { headers: { 'x-csrf-token': 'x' } }),
    ];
    for (const answer of refused) expectRefusal(answer, { status: 403, code: 'csrf_refused' });
    expect((await page.open()).account).toBeNull();
  });

  it('403: the token of another cookie is refused', async () => {
    const { page } = await member(service);
    const other = browser(service);
    await other.open();
    const answer = await page.request(
      'signOut',
      {},
      {
        headers: { 'x-csrf-token': other.csrfToken },
      },
    );
    expectRefusal(answer, { status: 403, code: 'csrf_refused' });
    expect((await page.open()).account).not.toBeNull();
  });

  it('two browsers are two sessions', async () => {
    const someone = await person(service);
    const [one, two] = [await signedIn(service, someone), await signedIn(service, someone)];
    await one.call('signOut', {});
    expect((await two.open()).account?.id).toBe(someone.id);
  });
});
