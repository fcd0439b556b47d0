import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { contact, describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';

describeService('DELETE /v1/domains/{domain}/dns/{recordId}', (service) => {
  it('200: success and nothing else; the others stay', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const first = await client.call('createRecord', { domain, type: 'TXT', value: 'same' });
    const second = await client.call('createRecord', { domain, type: 'TXT', value: 'same' });
    const answer = await client.request('deleteRecord', { domain, recordId: first.record.id });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ success: true });
    expect((await client.call('listRecords', { domain })).records).toEqual([second.record]);
  });

  it('404: deletion is permanent; ten at once delete once', async () => {
    const { client } = await service.workspace();
    const domain = service.freshName();
    await client.call('registerDomain', { domain, contact });
    const { record } = await client.call('createRecord', { domain, type: 'TXT', value: 'x' });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () =>
        client.request('deleteRecord', { domain, recordId: record.id }),
      ),
    );
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused).toHaveLength(9);
    for (const answer of refused) expectRefusal(answer, { status: 404, code: 'record_not_found' });
    const patch = await client.request('updateRecord', { domain, recordId: record.id, ttl: 60 });
    expectRefusal(patch, { status: 404, code: 'record_not_found' });
  });

  it('404: a record of another domain, a domain of another workspace, an unknown domain', async () => {
    const { client } = await service.workspace();
    const other = await service.workspace();
    const [mine, second, theirs] = [service.freshName(), service.freshName(), service.freshName()];
    await client.call('registerDomain', { domain: mine, contact });
    await client.call('registerDomain', { domain: second, contact });
    await other.client.call('registerDomain', { domain: theirs, contact });
    const { record } = await client.call('createRecord', { domain: mine, type: 'TXT', value: 'x' });
    const foreign = await other.client.call('createRecord', {
      domain: theirs,
      type: 'TXT',
      value: 'x',
    });
    const ask = (domain: string, recordId: string) =>
      client.request('deleteRecord', { domain, recordId });
    expectRefusal(await ask(second, record.id), { status: 404, code: 'record_not_found' });
    expectRefusal(await ask(mine, foreign.record.id), { status: 404, code: 'record_not_found' });
    expectRefusal(await ask(theirs, foreign.record.id), { status: 404, code: 'domain_not_found' });
    expectRefusal(await ask('missing.com', record.id), { status: 404, code: 'domain_not_found' });
    expect((await client.call('listRecords', { domain: mine })).records).toHaveLength(1);
    expect((await other.client.call('listRecords', { domain: theirs })).records).toHaveLength(1);
  });
});
