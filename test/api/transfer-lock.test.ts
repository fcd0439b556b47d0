/** The transfer lock and the auth code: who may change them, when, and who learns of it. */
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService, type TestWorkspace, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';

const listMails = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'text_body as text'])
    .where('subject', 'like', p.subject)
    .where('kind', 'in', ['transfer-lock-changed', 'auth-code-issued'])
    .orderBy('id'),
);

const locked = { status: 409, code: 'transfer_locked' } as const;
const unlocked = { locked: false, lockedUntil: null, reason: null };

describeService('the transfer lock', (service) => {
  /** A live domain whose first sixty days are over, with the key of each kind. */
  async function openDomain(): Promise<{
    workspace: TestWorkspace;
    client: ApiClient;
    mover: ApiClient;
    domain: string;
  }> {
    const workspace = await service.workspace();
    const { client } = workspace;
    const domain = await service.liveDomain(client);
    const { client: mover } = await service.key(workspace, { scope: 'transfer' });
    return { workspace, client, mover, domain };
  }
  const mailsAbout = async (name: string) =>
    service.database.all(listMails, { subject: `%${name}%` });

  it('200: is on for sixty days after the registration, with the reason', async () => {
    const { client, mover, domain } = await openDomain();
    const { domain: shown } = await client.call('getDomain', { domain });
    const until = new Date(Date.parse(shown.createdAt) + 60 * dayMs).toISOString();
    const expected = { locked: true, lockedUntil: until, reason: 'registration' };
    expect(await client.call('getTransferLock', { domain })).toEqual(expected);
    expectRefusal(await mover.request('updateTransferLock', { domain, locked: false }), locked);
    expectRefusal(await mover.request('issueAuthCode', { domain }), locked);
    expect(await mover.call('updateTransferLock', { domain, locked: true })).toEqual(expected);
    expect(await mailsAbout(domain)).toEqual([]);
  });

  it('200: can be turned off later; an auth code is issued, mailed about, and expires', async () => {
    const { client, mover, domain } = await openDomain();
    await service.untilNoJobs(domain);
    await service.advanceCalendar(61 * dayMs);
    expect(await client.call('getTransferLock', { domain })).toEqual({
      ...unlocked,
      locked: true,
    });
    expectRefusal(await mover.request('issueAuthCode', { domain }), locked);
    expect(await mover.call('updateTransferLock', { domain, locked: false })).toEqual(unlocked);
    const first = await mover.call('issueAuthCode', { domain });
    const second = await mover.call('issueAuthCode', { domain });
    expect(second.authCode).not.toBe(first.authCode);
    expect(Date.parse(second.expiresAt)).toBeGreaterThan(Date.now() + 74 * dayMs);
    await until('the registry has the lock and the code', async () => {
      const found = await service.registrar.info(domain);
      return found?.transferLocked === false && found.authCode === second.authCode;
    });
    const row = await service.database.first(findHeldDomain, { name: domain });
    expect(row?.transferOut.authCode).not.toContain(second.authCode);
    const mails = await mailsAbout(domain);
    expect(mails.map(({ kind }) => kind)).toEqual([
      ...['transfer-lock-changed', 'transfer-lock-changed'],
      ...['auth-code-issued', 'auth-code-issued', 'auth-code-issued', 'auth-code-issued'],
    ]);
    expect(mails.map(({ recipient }) => recipient)).toContain(contact.email);
    expect(JSON.stringify(mails)).not.toContain(second.authCode);

    await service.advanceCalendar(14 * dayMs);
    await until('the expired code is replaced at the registry', async () => {
      const found = await service.registrar.info(domain);
      return found !== null && found.authCode !== second.authCode;
    });
    await service.untilNoJobs(domain);
  });

  it('200: is on again after a change of the owner, but not after a new phone number', async () => {
    const { client, mover, domain } = await openDomain();
    await service.advanceCalendar(61 * dayMs);
    await mover.call('updateTransferLock', { domain, locked: false });
    await client.call('replaceContact', { domain, contact: { ...contact, phone: '+1.5550199' } });
    const isConfirmed = async () => !(await client.call('getContact', { domain })).pending;
    await until('the phone number is confirmed', isConfirmed);
    expect(await client.call('getTransferLock', { domain })).toEqual(unlocked);
    await client.call('replaceContact', { domain, contact: { ...contact, lastName: 'King' } });
    await until('the new owner is confirmed', isConfirmed);
    expect(await client.call('getTransferLock', { domain })).toMatchObject({
      locked: true,
      reason: 'owner_change',
    });
    expectRefusal(await mover.request('updateTransferLock', { domain, locked: false }), locked);
    await until('the registry has the lock again', async () => {
      return (await service.registrar.info(domain))?.transferLocked === true;
    });
    await service.untilNoJobs(domain);
  });

  it('403: a key with full access, and a transfer key for anything else', async () => {
    const { client, mover, domain } = await openDomain();
    const forbidden = { status: 403, code: 'forbidden' } as const;
    expectRefusal(await client.request('updateTransferLock', { domain, locked: true }), forbidden);
    expectRefusal(await client.request('issueAuthCode', { domain }), forbidden);
    expectRefusal(await mover.request('updateDomain', { domain, autoRenew: true }), forbidden);
    const record = { domain, type: 'A', value: '192.0.2.1' } as const;
    expectRefusal(await mover.request('createRecord', record), forbidden);
    expect((await mover.request('listDomains', {})).status).toBe(200);
  });

  it('hole 12: a code that was issued before a change of owner ends with it', async () => {
    const { client, mover, domain } = await openDomain();
    await service.untilNoJobs(domain);
    await service.advanceCalendar(61 * dayMs);
    await mover.call('updateTransferLock', { domain, locked: false });
    const { authCode } = await mover.call('issueAuthCode', { domain });
    const codeAtRegistry = async () => (await service.registrar.info(domain))?.authCode;
    await until('the registry has it', async () => (await codeAtRegistry()) === authCode);
    await service.untilNoJobs(domain);
    // A correction is no change of owner.
    await client.call('replaceContact', { domain, contact: { ...contact, city: 'Ockham' } });
    await service.untilNoJobs(domain);
    expect(await codeAtRegistry()).toBe(authCode);

    await client.call('replaceContact', { domain, contact: { ...contact, lastName: 'Byron' } });
    await service.untilNoJobs(domain);
    const after = await codeAtRegistry();
    expect(after).toEqual(expect.any(String));
    expect(after).not.toBe(authCode);
    const row = await service.database.first(findHeldDomain, { name: domain });
    expect(row?.transferOut).toMatchObject({ authCodeExpiresAt: null, transferLocked: true });
    expect(await service.registrar.info(domain)).toMatchObject({ transferLocked: true });
  });

  it('404: the same for a domain of another workspace and for one that does not exist', async () => {
    const { domains } = await service.inaccessibleDomains();
    const { client } = await service.key(await service.workspace(), { scope: 'transfer' });
    const missing = { status: 404, code: 'domain_not_found' } as const;
    for (const domain of domains) {
      expectRefusal(await client.request('getTransferLock', { domain }), missing);
      const change = { domain, locked: true };
      expectRefusal(await client.request('updateTransferLock', change), missing);
      expectRefusal(await client.request('issueAuthCode', { domain }), missing);
    }
  });
});
