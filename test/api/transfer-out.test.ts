/** Another registrar asks for a domain: the owner is asked, and what the registry decides counts. */
import { dayMs } from '@hostmaster/contract/durations';
import { query } from '@hostmaster/test-rig/any-query';
import { type ApiClient, expectRefusal } from '@hostmaster/test-rig/api-client';
import { DashboardClient } from '@hostmaster/test-rig/dashboard-client';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { contact, describeService, until } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import { findLatestByName } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { findZone } from '../../packages/server/src/storage/queries/zones/zones.ts';
import { member } from '../dashboard-api/people.ts';

const listMails = query<{ subject: string }>()(({ db, p }) =>
  db
    .selectFrom('mails')
    .select(['kind', 'recipient', 'text_body as text'])
    .where('subject', 'like', p.subject)
    .where('kind', 'like', 'trans%')
    .orderBy('id'),
);

const findRow = query<{ name: string }>()(({ db, p }) =>
  db
    .selectFrom('transfers_out')
    .innerJoin('domains', 'domains.id', 'transfers_out.domain_id')
    .select(['transfers_out.state', 'transfers_out.decision'])
    .where('domains.name', '=', p.name)
    .orderBy('transfers_out.id', 'desc')
    .limit(1),
);

const forgetPassword = query<{ userId: string }>()(({ db, p }) =>
  db.updateTable('sessions').set({ password_at: 0 }).where('user_id', '=', p.userId),
);

describeService('a transfer to another registrar', (service) => {
  let rival: SandboxRegistrar;
  beforeAll(async () => {
    rival = await openRival(service);
  });
  afterAll(() => rival.close());

  const mailsAbout = (name: string) => service.database.all(listMails, { subject: `%${name}%` });
  const stateOf = async (name: string) => (await service.database.first(findRow, { name }))?.state;
  const visitor = async () => {
    const page = new DashboardClient(service.client, { origin: service.url });
    await page.open();
    return page;
  };

  /** A domain that the rival has asked for, and the link of the mail about it. */
  async function requested(): Promise<{
    client: ApiClient;
    domain: string;
    token: string;
    authCode: string;
  }> {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    await service.untilNoJobs(domain);
    const authCode = await ask(domain);
    await until('the owner has mail', async () => (await mailsAbout(domain)).length > 0);
    const [mail] = await mailsAbout(domain);
    const token = /transfer-out#([\w-]+)/.exec(mail?.text ?? '')?.[1] ?? '';
    return { client, domain, token, authCode };
  }

  async function ask(domain: string): Promise<string> {
    const current = await service.registrar.info(domain);
    if (current?.authCode == null) throw new Error(`${domain} has no code.`);
    await service.registrar.update(updateOf(current, { transferLocked: false }));
    const { authCode } = current;
    const request = { ...sendOf(domain), authCode, years: 1, requestedAt: 0, premium: null };
    expect(await rival.requestTransfer(request)).toMatchObject({ kind: 'pending' });
    return authCode;
  }

  const gone = async (client: ApiClient, domain: string) => {
    await until('the row has ended', async () => {
      return (await client.request('getDomain', { domain })).status === 404;
    });
    await service.untilNoJobs(domain);
  };

  const stays = async (domain: string, state: string) => {
    await until(`the request is ${state}`, async () => (await stateOf(domain)) === state);
    await service.untilNoJobs(domain);
    expect(await service.registrar.info(domain)).toMatchObject({
      isOurs: true,
      pending: null,
      transferLocked: true,
    });
  };

  it('is mailed to the owner, keeps the domain from being renewed, and can be denied', async () => {
    const { client, domain, token, authCode } = await requested();
    const mails = await mailsAbout(domain);
    expect(mails.map(({ recipient }) => recipient)).toEqual([contact.email]);
    expectRefusal(await client.request('renewDomain', { domain }), {
      status: 409,
      code: 'transfer_out_pending',
    });
    const page = await visitor();
    const shown = { domain, state: 'pending', decision: null };
    expect((await page.call('readTransferOut', { token })).transfer).toMatchObject(shown);
    expect((await page.call('readTransferOut', { token })).transfer).toMatchObject(shown);
    const wrong = await page.request('readTransferOut', { token: `${token}x` });
    expect(wrong.body).toMatchObject({ code: 'link_expired' });
    const answer = { token, decision: 'deny' } as const;
    expect((await page.call('answerTransferOut', answer)).transfer.decision).toBe('deny');
    expect((await page.call('answerTransferOut', answer)).transfer.decision).toBe('deny');
    await stays(domain, 'denied');
    const late = await page.request('answerTransferOut', { token, decision: 'approve' });
    expect(late.body).toMatchObject({ code: 'link_expired' });
    // The other registrar knows the old code.
    const after = await service.registrar.info(domain);
    expect(after?.authCode).not.toBe(authCode);
    expect((await mailsAbout(domain)).map(({ kind }) => kind)).toContain('transfer-out-requested');
    await client.call('renewDomain', { domain });
    const { events } = await client.call('listEvents', {});
    const types = events.filter((event) => event.domain === domain).map(({ type }) => type);
    expect(types).toEqual(
      expect.arrayContaining(['domain.transfer_out_requested', 'domain.transfer_out_denied']),
    );
  });

  it('can be approved: the domain is gone at once and its zone after a day', async () => {
    const { client, domain, token } = await requested();
    const before = await client.call('getAccount', {});
    const page = await visitor();
    await page.call('answerTransferOut', { token, decision: 'approve' });
    await gone(client, domain);
    const { domains } = await client.call('listDomains', {});
    expect(domains).toEqual([]);
    const row = await service.database.first(findLatestByName, { name: domain });
    expect(row).toMatchObject({
      state: 'released',
      transferOut: { authCode: null, transferOutUntil: null },
    });
    expect(row?.transferOut.transferredAt).not.toBeNull();
    expect(await stateOf(domain)).toBe('approved');
    expect(await service.registrar.info(domain)).toMatchObject({ isOurs: false });
    expect(await client.call('getAccount', {})).toEqual(before);
    expect(await service.database.first(findZone, { name: domain })).toBeDefined();
    await service.advanceCalendar(dayMs);
    await until('the zone is withdrawn', async () => {
      return (await service.database.first(findZone, { name: domain })) === undefined;
    });
  });

  it('is shown to members of the workspace, who answer this request and no other', async () => {
    const ada = await member(service);
    const { page, inside, workspace } = ada;
    const other = await member(service);
    const domain = await service.liveDomain(workspace.client);
    await service.untilNoJobs(domain);
    await ask(domain);
    await until('it is noted', async () => (await stateOf(domain)) === 'pending');
    const { transfersOut } = await page.call('listTransfersOut', inside);
    const shown = { domain, state: 'pending', decision: null };
    expect(transfersOut).toEqual([expect.objectContaining(shown)]);
    const [request] = transfersOut;
    const requestId = request?.id ?? '';
    const details = await page.call('getDomainDetails', { ...inside, domain });
    expect(details.domain.transferOut).toEqual(request);
    expect(details.domain.renewalQuotes).toEqual([]);
    expect((await page.call('getOverview', inside)).transfersOut).toEqual([request]);
    expect(await other.page.call('listTransfersOut', other.inside)).toEqual({ transfersOut: [] });

    const answer = { ...inside, domain, requestId, decision: 'deny' } as const;
    const foreign = { ...answer, ...other.inside };
    expectRefusal(await other.page.request('answerOwnTransferOut', foreign), {
      status: 404,
      code: 'domain_not_found',
    });
    const older = { ...answer, requestId: 'tro_older' };
    expectRefusal(await page.request('answerOwnTransferOut', older), {
      status: 409,
      code: 'transfer_ended',
    });
    await service.database.transaction((tx) => tx.run(forgetPassword, { userId: ada.person.id }));
    const approval = { ...answer, decision: 'approve' } as const;
    expectRefusal(await page.request('answerOwnTransferOut', approval), {
      status: 403,
      code: 'password_required',
    });
    // Denying moves nothing, and does not wait for a password.
    const { transfer } = await page.call('answerOwnTransferOut', answer);
    expect(transfer).toMatchObject({ ...shown, decision: 'deny' });
    await stays(domain, 'denied');
    expect(await page.call('listTransfersOut', inside)).toEqual({ transfersOut: [] });
    const { entries } = await page.call('listActivity', { ...inside, domain });
    const answered = entries.find(({ action }) => action === 'domain.transfer_out_answered');
    expect(answered?.actor).toMatchObject({ label: ada.person.name });
  });

  it('is completed by the registry after five days without an answer', async () => {
    const { client, domain, token } = await requested();
    await service.advanceCalendar(5 * dayMs);
    await gone(client, domain);
    const page = await visitor();
    const late = await page.request('answerTransferOut', { token, decision: 'deny' });
    expect(late.body).toMatchObject({ code: 'link_expired' });
    expect(await stateOf(domain)).toBe('approved');
  });

  it('ends when the other registrar cancels, and another request is a new one', async () => {
    const { client, domain, authCode } = await requested();
    await rival.cancelTransfer({ ...sendOf(domain), authCode });
    await stays(domain, 'cancelled');
    await ask(domain);
    await until('it is noted', async () => (await stateOf(domain)) === 'pending');
    await service.registrar.answerTransfer({ ...sendOf(domain), accepts: false });
    await stays(domain, 'denied');
    expect((await client.call('getDomain', { domain })).domain.status).toBe('active');
  });

  it.each([
    ['deny', 'denied'],
    ['approve', 'approved'],
  ] as const)('%s: a lost reply is settled by asking', async (decision, state) => {
    const { client, domain, token } = await requested();
    service.registry.loseReplies('answerTransfer', domain, 1);
    const sent = service.registry.watch('answerTransfer', domain);
    const page = await visitor();
    await page.call('answerTransferOut', { token, decision });
    if (state === 'approved') await gone(client, domain);
    else await stays(domain, state);
    expect(sent.commands).toHaveLength(1);
    expect(await stateOf(domain)).toBe(state);
  });

  it('both sides at once: the one that the registry saw first counts', async () => {
    const [cancelled, approved] = [await requested(), await requested()];
    const page = await visitor();
    for (const { domain } of [cancelled, approved]) service.registry.hold('answerTransfer', domain);
    await page.call('answerTransferOut', { token: cancelled.token, decision: 'approve' });
    await page.call('answerTransferOut', { token: approved.token, decision: 'deny' });
    const { domain, authCode } = cancelled;
    expect((await rival.cancelTransfer({ ...sendOf(domain), authCode })).kind).toBe('done');
    const early = { ...sendOf(approved.domain), accepts: true };
    expect((await service.registrar.answerTransfer(early)).kind).toBe('done');
    service.registry.releaseAll();
    await stays(cancelled.domain, 'cancelled');
    await gone(approved.client, approved.domain);
  });
});
