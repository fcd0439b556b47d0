/** A registry that takes no DS records: DNSSEC is refused where that is configured, and says why otherwise. */
import { expectRefusal } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { expect, it } from 'vitest';
import { dnssecOf, untilPhase } from '../api/dnssec-phases.ts';
import { openEppService } from './epp-service.ts';
import { untilDsRefused } from './refused-ds.ts';

const unavailable = { status: 409, code: 'dnssec_unavailable' } as const;

describeOnBothEngines('a registry that takes no DS records', (engine) => {
  it('409: DNSSEC cannot be turned on, nor can DS records be given', async () => {
    const entry = { dnssec: false };
    const { client, register, settled } = await openEppService(engine, { dnssec: false, entry });
    const domain = 'unsigned-looms.com';
    await register(domain);
    await settled();
    const refused = await client.request('enableDnssec', { domain });
    expectRefusal(refused, unavailable);
    expect(JSON.stringify(refused.body)).toContain('takes no DS records');
    await client.call('replaceNameservers', {
      domain,
      nameservers: ['ns1.example.net', 'ns2.example.net'],
    });
    await settled();
    const ds = [`4711 13 2 ${'AB'.repeat(32)}`];
    expectRefusal(await client.request('enableDnssec', { domain, ds, force: true }), unavailable);
    expect(await dnssecOf(client, domain)).toMatchObject({ state: 'off', foreignDs: [] });
  });

  it('says what the registry lacks where that is not configured', async () => {
    const service = await openEppService(engine, { dnssec: false });
    const { client } = service;
    const domain = 'stuck-looms.com';
    await untilDsRefused(service, domain, 'The registry refused the DS record');
    expect((await dnssecOf(client, domain)).waitsFor).toContain('secDNS-1.1');
    // No DS record was sent, so that nothing keeps it from being turned off.
    await client.call('disableDnssec', { domain });
    await untilPhase(client, domain, 'waiting_for_ds_ttl');
  });
});
