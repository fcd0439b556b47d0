/** GET /v1/domains/{domain}/dns/mail. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeService } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { createRecord as create } from './create-record.ts';

describeService('GET /v1/domains/{domain}/dns/mail', (service) => {
  it('200: says what the records mean, and counts the lookups that it can see', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const empty = await client.call('checkMail', { domain });
    expect(empty.findings.map(({ subject, level }) => [subject, level])).toEqual([
      ['mx', 'warning'],
      ['spf', 'warning'],
      ['dmarc', 'warning'],
    ]);
    expect(empty.spfLookups).toBeNull();
    await create(client, domain, { type: 'MX', value: `10 mx.${domain}` });
    const spf = `v=spf1 include:_spf.${domain} include:elsewhere.example -all`;
    await create(client, domain, { type: 'TXT', value: spf });
    await create(client, domain, { type: 'TXT', name: '_spf', value: 'v=spf1 a mx -all' });
    await create(client, domain, { type: 'TXT', name: 's1._domainkey', value: 'v=DKIM1; p=abc' });
    await create(client, domain, { type: 'TXT', name: '_dmarc', value: 'v=DMARC1; p=reject' });
    const { findings, spfLookups } = await client.call('checkMail', { domain });
    expect(findings).toEqual([
      {
        subject: 'mx',
        level: 'problem',
        message: `The mail server mx.${domain} has no address. Add an A or AAAA record for it.`,
      },
      {
        subject: 'spf',
        level: 'good',
        message: 'The SPF record uses at least 4 of the 10 DNS lookups allowed.',
      },
      {
        subject: 'dkim',
        level: 'good',
        message: 'DKIM keys were found for the selector s1.',
      },
      {
        subject: 'dmarc',
        level: 'good',
        message: 'The DMARC policy is reject, which keeps forged mail out of inboxes.',
      },
    ]);
    expect(spfLookups).toEqual({ count: 4, isComplete: false });
  });

  it('404: the domain of another workspace, as one that does not exist', async () => {
    const { client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const stranger = await service.workspace();
    const missing = await stranger.client.request('checkMail', { domain: 'missing.com' });
    const foreign = await stranger.client.request('checkMail', { domain });
    expect(foreign.body).toEqual(missing.body);
    expectRefusal(foreign, { status: 404, code: 'domain_not_found' });
  });
});
