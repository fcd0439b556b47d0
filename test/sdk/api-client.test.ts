import { ConnectionError, createClient, HostmasterError, versionOf } from '@hostmaster/sdk';
import { contact, describeEdge } from '@hostmaster/test-rig/service';
import { describe, expect, it } from 'vitest';
import { member } from '../dashboard-api/people.ts';

describeEdge('The API client', (service) => {
  async function connect(credits = '1000') {
    const workspace = await service.workspace({ credits });
    const client = createClient({ baseUrl: service.url, apiKey: workspace.apiKey });
    return { workspace, client };
  }

  it('calls every kind of endpoint with one flat input', async () => {
    const { client, workspace } = await connect();
    const name = service.freshName();
    expect(await client.checkDomains({ domain: name })).toEqual({
      results: [{ domain: name, available: true, isPremium: false }],
    });
    const { domain } = await client.registerDomain({ domain: name, years: 2, contact });
    expect(domain).toMatchObject({ name, years: 2, autoRenew: false });
    await service.untilLive(workspace.client, name);

    const created = await client.createRecord({ domain: name, type: 'A', value: '192.0.2.1' });
    expect(created.record).toMatchObject({ type: 'A', name: '@', ttl: 3600, value: '192.0.2.1' });
    const recordId = created.record.id;
    const changed = await client.updateRecord({ domain: name, recordId, ttl: 300 });
    expect(changed.record).toEqual({ ...created.record, ttl: 300 });
    expect(await client.deleteRecord({ domain: name, recordId })).toEqual({ success: true });
    expect((await client.listRecords({ domain: name })).records).toEqual([]);

    expect(await client.updateDomain({ domain: name, autoRenew: true })).toEqual({
      autoRenew: true,
      privacyEnabled: false,
    });
    expect((await client.listDomains()).domains.map((listed) => listed.name)).toEqual([name]);
    expect((await client.getAccount()).account.id).toBe(workspace.id);
  });

  it('answers a PDF as bytes and a CSV as text, and a refusal of either as an error', async () => {
    const { page, inside, workspace } = await member(service);
    const client = createClient({ baseUrl: service.url, apiKey: workspace.apiKey });
    await service.liveDomain(workspace.client);
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const [receipt] = (await client.listReceipts()).receipts;
    const number = String(receipt?.number);
    const pdf: Uint8Array = await client.downloadReceipt({ number });
    const sent = await fetch(`${service.url}/v1/receipts/${number}/pdf`, {
      headers: { 'x-api-key': workspace.apiKey },
    });
    expect(Buffer.from(pdf).equals(Buffer.from(await sent.arrayBuffer()))).toBe(true);
    expect(Buffer.from(pdf).subarray(0, 5).toString()).toBe('%PDF-');
    const csv: string = await client.exportSpending();
    expect(csv).toMatch(/^Date,Month,Domain,Suffix,Description,Credits\r\n.+,12\.00\r\n$/);
    expect(await client.setBudget({ budget: 40 })).toEqual({ budget: 40 });
    expect((await client.getSpending()).budget).toBe(40);
    expect(await refusalOf(client.downloadReceipt({ number: '0' }))).toMatchObject({
      status: 404,
      code: 'receipt_not_found',
    });
  });

  it('gives the service the time that it was asked to wait', async () => {
    const { workspace } = await connect();
    const client = createClient({
      baseUrl: service.url,
      apiKey: workspace.apiKey,
      timeoutMs: 3_000,
    });
    const quiet = await client.listEvents({ cursor: 'latest', wait: '4s' });
    expect(quiet.events).toEqual([]);
  });

  it('carries a request with the same idempotency key out once', async () => {
    const { client } = await connect('1000');
    const input = { domain: service.freshName(), contact };
    const idempotencyKey = `register-${input.domain}`;
    const first = await client.registerDomain(input, { idempotencyKey });
    expect(await client.registerDomain(input, { idempotencyKey })).toEqual(first);
    expect((await client.getAccount()).credits.balance).toBe(1000 - first.domain.creditsCharged);
  });

  it('changes a record on condition that nothing else has changed it', async () => {
    const { client, workspace } = await connect();
    const domain = await service.liveDomain(workspace.client);
    const made = await client.createRecord({ domain, type: 'A', value: '192.0.2.1' });
    const list = await client.listRecords({ domain });
    const recordId = made.record.id;
    const first = await client.updateRecord(
      { domain, recordId, ttl: 300 },
      { ifMatch: versionOf(list) },
    );
    const late = client.updateRecord({ domain, recordId, ttl: 600 }, { ifMatch: versionOf(made) });
    expect(await refusalOf(late)).toMatchObject({
      status: 412,
      code: 'precondition_failed',
      version: versionOf(first),
    });
    expect((await client.listRecords({ domain })).records).toEqual([first.record]);
    expect(() => versionOf({})).toThrow(TypeError);
  });

  it('throws refusals with everything that the service said', async () => {
    const { client } = await connect('0');
    const missing = await refusalOf(client.getDomain({ domain: 'nobody-has-this.com' }));
    expect(missing).toMatchObject({ status: 404, code: 'domain_not_found', fields: [] });
    expect(missing.requestId).toMatch(/^req-/);

    const wrong = await refusalOf(
      client.registerDomain({
        domain: service.freshName(),
        contact: { ...contact, phone: '12345' },
      }),
    );
    expect(wrong).toMatchObject({ status: 400, code: 'invalid_request' });
    expect(wrong.messageFor('contact.phone')).not.toBeNull();
    expect(wrong.messageFor('contact.email')).toBeNull();

    const poor = await refusalOf(client.registerDomain({ domain: service.freshName(), contact }));
    expect(poor).toMatchObject({ status: 402, code: 'insufficient_credits', balance: 0 });
    expect(poor.required).toBeGreaterThan(0);

    const stranger = createClient({ baseUrl: service.url, apiKey: 'hm_test_nobody' });
    expect(await refusalOf(stranger.getAccount())).toMatchObject({ code: 'unauthorized' });
  });

  it('gives up with the reason of the caller', async () => {
    const { client } = await connect();
    const reason = new Error('changed my mind');
    const promise = client.listDomains({}, { signal: AbortSignal.abort(reason) });
    await expect(promise).rejects.toBe(reason);
  });
});

describe('A service that is not there', () => {
  it('is another kind of error than a refusal', async () => {
    const client = createClient({
      baseUrl: 'http://names.invalid',
      apiKey: 'hm_test_any',
      fetch: () => Promise.reject(new TypeError('fetch failed')),
    });
    await expect(client.getAccount()).rejects.toBeInstanceOf(ConnectionError);
  });

  it('is distinguished from an answer of a proxy', async () => {
    const client = createClient({
      baseUrl: 'http://names.invalid',
      apiKey: 'hm_test_any',
      fetch: async () =>
        new Response('<h1>Bad gateway</h1>', { status: 502, headers: { 'retry-after': '7' } }),
    });
    expect(await refusalOf(client.getAccount())).toMatchObject({
      status: 502,
      code: 'unreadable',
      retryAfterSeconds: 7,
    });
  });
});

async function refusalOf(call: Promise<unknown>): Promise<HostmasterError> {
  const error = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (error instanceof HostmasterError) return error;
  throw new Error(`This was no refusal: ${String(error)}`);
}
