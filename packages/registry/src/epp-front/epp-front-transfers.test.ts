/** The deposit of a registrar that requests names over EPP. */
import { createEngine } from '@hostmaster/test-rig/engines';
import { openSandboxOn } from '@hostmaster/test-rig/sandbox-registrar';
import { describe, expect, it } from 'vitest';
import { rivalAuthCode } from '../behaviours.ts';
import { createSandboxBackend } from './epp-front.ts';
import { FrontAccounts } from './epp-front-accounts.ts';

const clientId = 'gaining';
const deposit = 100;
const fee = 14;
const services = { objectUris: [], extensionUris: [] };

describe('a transfer over EPP', () => {
  const engine = createEngine('sqlite');

  async function open() {
    const { registrar, clocks } = await openSandboxOn(engine);
    const { registry } = registrar;
    const accounts = new FrontAccounts({ [clientId]: 'secret' }, { deposit });
    const backend = createSandboxBackend({ registry, accounts });
    let commands = 0;
    const context = () => {
      commands += 1;
      return {
        clientId,
        svTRID: `SV-${commands}`,
        clTRID: `CL-${commands}`,
        pendingWanted: false,
        services,
      };
    };
    const transfer = (op: 'request' | 'cancel' | 'query', name: string) =>
      backend.transferDomain({ op, name, authInfo: rivalAuthCode }, context());
    return { backend, accounts, clocks, context, transfer };
  }

  it('is paid with its request, and credited once when it is cancelled', async () => {
    const { accounts, transfer } = await open();
    await transfer('request', 'sandbox-rival-a.com');
    expect(accounts.depositOf(clientId)).toBe(deposit - fee);
    await transfer('query', 'sandbox-rival-a.com');
    expect(accounts.depositOf(clientId)).toBe(deposit - fee);
    await transfer('cancel', 'sandbox-rival-a.com');
    await transfer('query', 'sandbox-rival-a.com');
    expect(accounts.depositOf(clientId)).toBe(deposit);
  });

  it('is credited when the other registrar has denied it, and not when it has approved', async () => {
    const { accounts, backend, clocks, context, transfer } = await open();
    await transfer('request', 'sandbox-rival-denies-b.com');
    await transfer('request', 'sandbox-rival-approves-c.com');
    expect(accounts.depositOf(clientId)).toBe(deposit - 2 * fee);
    clocks.machine += 60_000;
    await transfer('query', 'sandbox-rival-approves-c.com');
    expect(accounts.depositOf(clientId)).toBe(deposit - 2 * fee);
    // Messages say it too, one after the other.
    for (let left = 10; left > 0 && accounts.depositOf(clientId) !== deposit - fee; left -= 1) {
      const { data } = await backend.pollMessage({}, context());
      const messageId = data.queue?.id ?? '';
      await backend.acknowledgeMessage({ messageId }, context());
    }
    expect(accounts.depositOf(clientId)).toBe(deposit - fee);
  });
});
