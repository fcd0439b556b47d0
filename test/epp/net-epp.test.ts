/** An EPP client that we did not write plays the other registrar: Net::EPP of Debian. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { environment, requirePrograms } from '@hostmaster/test-rig/debian-packages';
import { createEngine, type TestEngine } from '@hostmaster/test-rig/engines';
import { hasEnded } from '@hostmaster/test-rig/has-ended';
import { rivalCredentials } from '@hostmaster/test-rig/registry-front';
import { contact, until } from '@hostmaster/test-rig/service';
import { beforeAll, describe, expect, it } from 'vitest';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { decideTransferOut } from '../../packages/server/src/operations/transfers/answer-transfer-out.ts';
import { findHeldDomain } from '../../packages/server/src/storage/queries/domains/domains.ts';
import { findPendingTransferOut } from '../../packages/server/src/storage/queries/transfers/transfers-out.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';
import { type EppService, openEppService } from './epp-service.ts';

interface RivalAnswer {
  readonly code: number;
  readonly data?: Readonly<Record<string, string>>;
}

async function startRival(engine: TestEngine, { place, registry: { front } }: EppService) {
  const authority = join(place.dataDir, 'authority.pem');
  await writeFile(authority, front.certificate);
  const { clientId, password } = rivalCredentials;
  const script = fileURLToPath(new URL('./rival.pl', import.meta.url));
  const args = [script, front.host, String(front.port), clientId, password, authority];
  const child = spawn('perl', args, { env: environment, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: child.stdout });
  engine.afterwards(async () => {
    const ended = once(child, 'exit');
    child.stdin.end();
    if (!hasEnded(child)) await ended;
  });
  return async (...words: string[]): Promise<RivalAnswer> => {
    const answer = once(lines, 'line');
    child.stdin.write(`${words.join(' ')}\n`);
    const [line] = await answer;
    return JSON.parse(line);
  };
}

describe('Net::EPP as the other registrar', () => {
  const engine = createEngine('sqlite');
  beforeAll(() => {
    requirePrograms({
      programs: ['perl'],
      files: ['/usr/share/perl5/Net/EPP/Simple.pm'],
      packages: ['perl', 'libnet-epp-perl'],
    });
  }, 600_000);

  it('takes a domain, polls, and gives up a name of its own', async () => {
    const service = await openEppService(engine);
    const rival = await startRival(engine, service);
    const { registry } = service.registry.front;
    const name = 'wanted.com';
    await service.register(name);
    await service.settled();
    const send = { sponsor: 'hostmaster', transactionId: 'unlock-1', name };
    await registry.update({ ...send, transferLocked: false });
    const authCode = (await registry.info(name))?.authCode ?? '';

    expect(await rival('request', name, 'Wrong-Code-1')).toEqual({ code: 2202 });
    const asked = { name, trStatus: 'pending', reID: 'rival', acID: 'hostmaster' };
    expect(await rival('request', name, authCode)).toMatchObject({ code: 1001, data: asked });
    expect(await rival('query', name)).toMatchObject({ code: 1000, data: asked });
    expect(await rival('poll')).toMatchObject({ code: 1301, data: asked });
    expect(await rival('approve', name)).toEqual({ code: 2201 });
    const domainId = (await service.database.first(findHeldDomain, { name }))?.id ?? '';
    await until('the service has noted it', async () => {
      return (await service.database.first(findPendingTransferOut, { domainId })) !== undefined;
    });
    const wanted = { id: domainId, name };
    const actor = operatorActor(service.workspaceId);
    const answer = { domain: wanted, decision: 'approve', actor, at: Date.now() } as const;
    await persist(service.database, decideTransferOut(answer));
    await until('the row has ended', async () => {
      return (await service.client.request('getDomain', { domain: name })).status === 404;
    });
    expect(await rival('poll')).toMatchObject({ data: { name, trStatus: 'clientApproved' } });
    expect(await rival('poll')).toEqual({ code: 1300 });
    expect(await registry.info(name)).toMatchObject({ sponsor: 'rival' });

    const domain = 'sandbox-rival-given.com';
    const order = { domain, authCode: 'Rival-Code-1', contact };
    await service.client.call('createTransfer', order);
    await until('the rival is asked', async () => {
      const { data } = await rival('poll');
      return data?.name === domain && data.trStatus === 'pending';
    });
    expect(await rival('approve', domain)).toEqual({ code: 1000 });
    await until('the domain is here', async () => {
      return (await service.client.request('getDomain', { domain })).status === 200;
    });
    expect(await registry.info(domain)).toMatchObject({ sponsor: 'hostmaster' });
  });
});
