import { dayMs, hourMs, minuteMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { browser, member, password, person, signedIn } from './people.ts';

const moveSessions = query<{ userId: string; seenAt: number; expiresAt: number }>()(({ db, p }) =>
  db
    .updateTable('sessions')
    .set({ seen_at: p.seenAt, expires_at: p.expiresAt })
    .where('user_id', '=', p.userId),
);

const ageSessions = query<{ userId: string; seenAt: number; createdAt: number }>()(({ db, p }) =>
  db
    .updateTable('sessions')
    .set({ seen_at: p.seenAt, created_at: p.createdAt })
    .where('user_id', '=', p.userId),
);

describeService('sessions', (service) => {
  it('are listed newest first, with the one that asks marked', async () => {
    const someone = await person(service);
    const [one, two] = [await signedIn(service, someone), await signedIn(service, someone)];
    const { sessions } = await one.call('listSessions', {});
    expect(sessions.map(({ isCurrent }) => isCurrent)).toEqual([false, true]);
    expect(sessions[0]).toMatchObject({ address: '127.0.0.1', userAgent: '' });
    const cookie = two.cookie?.split('=')[1] ?? 'none';
    expect(JSON.stringify(sessions)).not.toContain(cookie);
  });

  it('one is revoked with effect on its next request', async () => {
    const someone = await person(service);
    const [one, two] = [await signedIn(service, someone), await signedIn(service, someone)];
    const { sessions } = await one.call('listSessions', {});
    const sessionId = sessions.find(({ isCurrent }) => !isCurrent)?.id ?? '';
    await one.call('revokeSession', { sessionId });
    expectRefusal(await two.request('listSessions', {}), { status: 401, code: 'signed_out' });
    const again = await one.request('revokeSession', { sessionId });
    expectRefusal(again, { status: 404, code: 'session_not_found' });
  });

  it('all others are revoked at once', async () => {
    const someone = await person(service);
    const [one, two, three] = [
      await signedIn(service, someone),
      await signedIn(service, someone),
      await signedIn(service, someone),
    ];
    expect(await two.call('revokeOtherSessions', {})).toEqual({ revoked: 2 });
    expect((await one.open()).account).toBeNull();
    expect((await three.open()).account).toBeNull();
    expect((await two.open()).account?.id).toBe(someone.id);
  });

  it('404: a session of another user cannot be revoked', async () => {
    const other = await member(service);
    const { sessions } = await other.page.call('listSessions', {});
    const { page } = await member(service);
    const answer = await page.request('revokeSession', { sessionId: sessions[0]?.id });
    expectRefusal(answer, { status: 404, code: 'session_not_found' });
    expect((await other.page.open()).account).not.toBeNull();
  });

  it('end when idle for a week, and after a month however busy', async () => {
    const someone = await person(service);
    const page = await signedIn(service, someone);
    const move = (seenAt: number, expiresAt: number) =>
      service.database.transaction((tx) =>
        tx.run(moveSessions, { userId: someone.id, seenAt, expiresAt }),
      );
    const now = Date.now();
    await move(now - 7 * dayMs + 60_000, now + dayMs);
    expect((await page.open()).account?.id).toBe(someone.id);
    // That request updated the time of last use.
    const { sessions } = await page.call('listSessions', {});
    expect(Date.parse(sessions[0]?.lastSeenAt ?? '')).toBeGreaterThanOrEqual(now);
    await move(now - 7 * dayMs - 60_000, now + dayMs);
    expect((await page.open()).account).toBeNull();
    await move(now, now - 1);
    expect((await page.open()).account).toBeNull();
  });
});

describeService(
  'sessions with limits of the operator',
  (service) => {
    it('end after these times, also those that began before', async () => {
      const someone = await person(service);
      const page = browser(service);
      await page.open();
      const answer = await page.request('signIn', { email: someone.email, password });
      expect(answer.headers['set-cookie']?.[0]).toContain(`Max-Age=${8 * 3600}`);
      const now = Date.now();
      const move = (seenAt: number, createdAt: number) =>
        service.database.transaction((tx) =>
          tx.run(ageSessions, { userId: someone.id, seenAt, createdAt }),
        );
      await move(now - 29 * minuteMs, now - 7 * hourMs);
      expect((await page.open()).account?.id).toBe(someone.id);
      await move(now - 31 * minuteMs, now - 7 * hourMs);
      expect((await page.open()).account).toBeNull();
      await move(now, now - 8 * hourMs);
      expect((await page.open()).account).toBeNull();
    });
  },
  { settings: { HOSTMASTER_SESSION_IDLE: '30m', HOSTMASTER_SESSION_LIFE: '8h' } },
);

describeService('workspaces', (service) => {
  it('a person has several, and each is its own', async () => {
    const { page, workspace, person: someone } = await member(service);
    const { workspace: second } = await page.call('createWorkspace', { name: ' Side project ' });
    const session = await page.open();
    const asOwner = {
      role: 'owner',
      domainNames: null,
      isSuspended: false,
      secondFactorDueAt: null,
    };
    expect(session.workspaces).toEqual([
      { id: workspace.id, name: workspace.name, ...asOwner, eventsCursor: 'c1' },
      { id: second.id, name: 'Side project', ...asOwner, eventsCursor: null },
    ]);
    const inside = { workspaceId: second.id };
    expect((await page.api('getAccount', inside)).credits.balance).toBe(0);
    const { entries } = await page.call('listActivity', inside);
    expect(entries[0]).toMatchObject({
      action: 'workspace.create',
      actor: { kind: 'user', id: someone.id, label: someone.name },
      text: 'created the workspace Side project',
    });
  });

  it('are renamed, and their notification address is changed', async () => {
    const { page, inside } = await member(service);
    const { workspace } = await page.call('renameWorkspace', { ...inside, name: 'Renamed' });
    expect(workspace).toMatchObject({ name: 'Renamed', email: null });
    await page.call('renameWorkspace', { ...inside, email: 'notices@example.com' });
    expect(await page.call('getWorkspace', inside)).toEqual({
      workspace: {
        id: inside.workspaceId,
        name: 'Renamed',
        email: null,
        pendingEmail: 'notices@example.com',
      },
    });
    for (const [body, field] of [
      [{}, 'name'],
      [{ name: ' ' }, 'name'],
      [{ email: 'nobody' }, 'email'],
    ] as const) {
      const answer = await page.request('renameWorkspace', { ...inside, ...body });
      expectRefusal(answer, { status: 400, code: 'invalid_request', fields: [field] });
    }
  });
});
