/** One workspace's questions to a slow registry, and the other workspaces. */
import type { ApiClient } from '@hostmaster/test-rig/api-client';
import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { contact, until } from '@hostmaster/test-rig/service';
import { expect, it } from 'vitest';
import { createCustomer, type EppService, openEppService } from '../epp/epp-service.ts';

const delayMs = 150;
const faultsMax = 10_000;
/** Without fair queues, the questions below keep all four sessions busy for 18 seconds. */
const hostileQuestions = 480;

describeOnBothEngines('hole 4: questions to a slow registry', (engine) => {
  it('hole 4: one workspace delays neither the check nor the registration of another', async () => {
    const { service, hostile } = await openSlowRegistry(engine);
    const asked = askMany(hostile, hostileQuestions);
    await until('the registry is busy', async () => answeredSlowly(service) >= 2);

    const startedAt = performance.now();
    const check = await service.client.request('checkDomains', { domain: 'neighbour.com' });
    const checkMs = performance.now() - startedAt;
    expect(check.status, check.text).toBe(200);
    const order = { domain: 'neighbour.com', contact };
    const registration = await service.client.request('registerDomain', order);
    expect(registration.status, registration.text).toBe(200);
    await until('the registry has it', async () => (await service.objects()).length === 1);
    expect(performance.now() - startedAt).toBeLessThan(15_000);
    expect(checkMs).toBeLessThan(10_000);

    const answers = await asked;
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(hostileQuestions / 2);
    expect(refused[0]?.headers['retry-after']).toBe('2');
    expect(refused[0]?.body).toMatchObject({ code: 'too_many_questions' });
    // A slow machine may leave some of them in the queue until their time is over.
    const other = answers.filter(({ status }) => status !== 200 && status !== 429);
    expect(other.filter(({ text }) => !text.includes('registry_unavailable'))).toEqual([]);
  });

  it('hole 4: questions of clients that are gone leave the queue', async () => {
    const { service, hostile } = await openSlowRegistry(engine);
    const asked = Promise.allSettled([askMany(hostile, 40)]);
    await until('the registry is busy', async () => answeredSlowly(service) >= 2);
    hostile.close();
    await asked;
    await service.client.call('checkDomains', { domain: 'neighbour.com' });
    await service.client.call('checkDomains', { domain: 'another.com' });
    // Those in flight when the connections closed, those sent until that was noticed, and two more.
    expect(answeredSlowly(service)).toBeLessThan(30);
  });
});

async function openSlowRegistry(
  engine: TestEngine,
): Promise<{ service: EppService; hostile: ApiClient }> {
  const service = await openEppService(engine);
  const { faults } = service.registry.front;
  faults.add({ kind: 'delay', delayMs, type: 'domain:check', times: faultsMax });
  const { apiKey } = await createCustomer(service.database, 0);
  const hostile = service.client.withKey(apiKey).onManyConnections();
  engine.afterwards(async () => hostile.close());
  return { service, hostile };
}

function askMany(client: ApiClient, count: number) {
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      client.request('checkDomains', { domain: `hostile-${index}.com` }),
    ),
  );
}

function answeredSlowly({ registry }: EppService): number {
  return faultsMax - registry.front.faults.remaining;
}
