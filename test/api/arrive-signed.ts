/** A domain that arrives by transfer with a DS record of its old operator. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { contact, type TestService, until } from '@hostmaster/test-rig/service';
import { expect } from 'vitest';

export const signer = { keyTag: 4_711, algorithm: 13, digestType: 2, digest: 'AB'.repeat(32) };

/** Its name, and the DS record that the other registrar has given the registry. */
export async function arriveSigned(
  service: TestService,
  client: ApiClient,
): Promise<{ readonly domain: string; readonly ds: string }> {
  const domain = service.freshName('sandbox-rival-approves');
  const rival = await openRival(service);
  try {
    const current = await rival.info(domain);
    if (current === null) expect.unreachable();
    const signed = updateOf(current, { dnssec: [signer] });
    expect(await rival.update(signed)).toMatchObject({ kind: 'done' });
  } finally {
    await rival.close();
  }
  const order = { domain, authCode: 'Rival-Code-1', contact };
  const { transfer } = await client.call('createTransfer', order);
  await until('the domain has arrived', async () => {
    const { status } = (await client.call('getTransfer', { transferId: transfer.id })).transfer;
    return status === 'succeeded';
  });
  return { domain, ds: `4711 13 2 ${signer.digest}` };
}
