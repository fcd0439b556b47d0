/** Brings a service into the state in which the example of each error is refused with it. */
import { type ApiErrorCode, type ExampleRequest, errorExamples } from '@hostmaster/contract';
import { rivalAuthCode } from '@hostmaster/registry';
import { sendOf, updateOf } from '@hostmaster/test-rig/registrar-conformance/commands';
import { openRival } from '@hostmaster/test-rig/rival';
import { contact, type TestService, until } from '@hostmaster/test-rig/service';
import type { SandboxRegistrar } from '../../packages/server/src/adapters/sandbox/sandbox-registrar.ts';
import { StorageUnavailable } from '../../packages/server/src/base/errors.ts';
import { fixedLimits } from '../../packages/server/src/base/limits.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { deleteOldEvents } from '../../packages/server/src/events/delete-old-events.ts';
import { setSuspension } from '../../packages/server/src/workspaces/suspension.ts';
import { member } from '../dashboard-api/people.ts';
import { ExampleWorld } from './example-world.ts';

export interface Provoked {
  readonly request: ExampleRequest;
  readonly apiKey: string;
  /** Undoes what would disturb the next example. */
  end(): void;
}

/** What differs from the example of the contract; the key is one with all rights unless it says otherwise. */
interface Own {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: object;
  readonly apiKey?: string;
  readonly end?: () => void;
}

type Provoke = (world: ErrorWorld) => Promise<Own>;

export class ErrorWorld {
  readonly service: TestService;
  readonly examples: ExampleWorld;
  readonly rival: SandboxRegistrar;

  static async open(service: TestService): Promise<ErrorWorld> {
    return new ErrorWorld({
      service,
      examples: await ExampleWorld.open(service),
      rival: await openRival(service),
    });
  }

  private constructor(parts: Pick<ErrorWorld, 'service' | 'examples' | 'rival'>) {
    this.service = parts.service;
    this.examples = parts.examples;
    this.rival = parts.rival;
  }

  get client() {
    return this.examples.workspace.client;
  }

  /** The request of the example, about objects that exist, and the key to send it with. */
  async provoke(code: ApiErrorCode, example: ExampleRequest): Promise<Provoked> {
    const { params = {}, query, body, apiKey, end } = (await provocations[code]?.(this)) ?? {};
    const isInDomain = 'domain' in example.params;
    return {
      request: {
        ...example,
        params: {
          ...example.params,
          ...(isInDomain ? { domain: this.examples.domain } : {}),
          ...params,
        },
        query: { ...example.query, ...query },
        ...(example.body === undefined ? {} : { body: { ...example.body, ...body } }),
      },
      apiKey: apiKey ?? this.examples.workspace.apiKey,
      end: end ?? (() => undefined),
    };
  }

  async close(): Promise<void> {
    await this.rival.close();
  }
}

const takenName: Provoke = async ({ examples }) => ({ body: { domain: examples.domain } });

/** Codes that are missing here need nothing: the example is about an object that does not exist. */
const provocations: Partial<Record<ApiErrorCode, Provoke>> = {
  unauthorized: async ({ service, examples }) => {
    const { id, apiKey } = await service.key(examples.workspace);
    await service.revoke(id);
    return { apiKey };
  },
  forbidden: async ({ service, examples }) => {
    const { apiKey } = await service.key(examples.workspace, { scope: 'read' });
    return { apiKey };
  },
  workspace_suspended: async ({ service }) => {
    const { id: workspaceId, apiKey } = await service.workspace();
    const change = { workspaceId, isSuspended: true, reason: null, at: Date.now() };
    await persist(service.database, setSuspension(change));
    return { apiKey };
  },
  event_not_found: async ({ examples }) => ({ params: { webhookId: await examples.webhook() } }),
  quota_exceeded: async ({ service }) => {
    const { apiKey, client } = await service.workspace();
    for (let count = 0; count < service.config.limits.webhooks; count += 1) {
      await client.call('createWebhook', { url: 'https://example.com/hooks' });
    }
    return { apiKey };
  },
  webhook_paused: async ({ examples, client }) => {
    const webhookId = await examples.webhook();
    await client.call('updateWebhook', { webhookId, state: 'paused' });
    return { params: { webhookId } };
  },
  cursor_expired: async ({ service }) => {
    const { apiKey, client } = await service.workspace();
    await service.untilNoJobs(await service.liveDomain(client));
    const { cursor } = await client.call('listEvents', { limit: 1 });
    const clock = { now: () => Date.now() + 1 };
    const kept = { ...service.config.limits, eventsMs: 0 };
    await deleteOldEvents({ database: service.database, clock }, kept);
    return { apiKey, query: { cursor } };
  },
  precondition_failed: async ({ examples }) => ({ params: { recordId: await examples.record() } }),
  idempotency_key_reused: async ({ service }) => {
    const { apiKey, client } = await service.workspace();
    const domain = await service.liveDomain(client);
    const idempotencyKey = errorExamples.idempotency_key_reused.options?.idempotencyKey ?? '';
    await client.send('POST', `/v1/domains/${domain}/dns`, {
      headers: { 'idempotency-key': idempotencyKey },
      json: { type: 'A', value: '192.0.2.1' },
    });
    return { apiKey, params: { domain } };
  },
  too_many_waiting: async ({ service }) => {
    const { apiKey, client } = await service.workspace();
    const gone = new AbortController();
    const { signal } = gone;
    const headers = { 'x-api-key': apiKey };
    const wait = async () => {
      while (!signal.aborted) {
        await fetch(`${service.url}/v1/events?cursor=latest&wait=30s`, { headers, signal });
      }
    };
    for (let count = 0; count < fixedLimits.waitingRequests; count += 1) {
      void wait().catch(() => undefined);
    }
    await until('all places are taken', async () => {
      const answer = await client.send('GET', '/v1/events?cursor=latest&wait=1ms');
      return answer.status === 429;
    });
    return { apiKey, end: () => gone.abort() };
  },
  internal: async ({ service }) => {
    const broken = service.queries.fail(() => new Error('The test broke the database.'));
    return { end: () => broken.restore() };
  },
  storage_unavailable: async ({ service }) => {
    const broken = service.queries.fail(() => new StorageUnavailable(new Error('disk full')));
    return { end: () => broken.restore() };
  },
  domain_not_found: async ({ service }) => {
    const { client } = await service.workspace();
    return { params: { domain: await service.liveDomain(client) } };
  },
  wrong_bulk_state: async ({ examples, client }) => {
    const bulkId = await examples.bulk();
    await client.call('cancelBulk', { bulkId });
    return { params: { bulkId } };
  },
  template_conflict: async ({ examples, client }) => {
    const domain = await examples.live();
    await client.call('createRecord', { domain, type: 'A', name: 'www', value: '192.0.2.1' });
    return { params: { domain } };
  },
  domain_taken: takenName,
  domain_not_offered: async ({ service }) => ({
    body: { domain: service.freshName('sandbox-reserved') },
  }),
  domain_failed: async ({ service, client }) => {
    const domain = service.freshName('sandbox-reject');
    await client.call('registerDomain', { domain, contact });
    await until('the registration has failed', async () => {
      return (await client.call('getDomain', { domain })).domain.status === 'failed';
    });
    return { params: { domain } };
  },
  domain_releasing: async ({ examples }) => ({
    params: { domain: examples.deleted.at(-1) ?? '' },
  }),
  domain_pending: async ({ service, client }) => {
    const domain = service.freshName();
    const held = service.registry.hold('create', domain);
    await client.call('registerDomain', { domain, contact });
    return { params: { domain }, end: () => held.release() };
  },
  transfer_locked: async ({ service, examples: { workspace, old } }) => {
    const { apiKey, client } = await service.key(workspace, { scope: 'transfer' });
    await client.call('updateTransferLock', { domain: old, locked: true });
    return { apiKey, params: { domain: old } };
  },
  not_transferable: takenName,
  transfer_under_way: async (world) => ({
    params: { transferId: await waitingTransfer(world) },
    body: { authCode: rivalAuthCode },
  }),
  transfer_ended: async (world) => {
    const transferId = await waitingTransfer(world);
    await world.client.call('cancelTransfer', { transferId });
    await untilTransfer(world, transferId, 'cancelled');
    return { params: { transferId } };
  },
  transfer_out_pending: async ({ service, examples, client, rival }) => {
    const domain = await examples.live();
    await service.untilNoJobs(domain);
    const current = await service.registrar.info(domain);
    if (current?.authCode == null) throw new Error(`${domain} has no auth code.`);
    await service.registrar.update(updateOf(current, { transferLocked: false }));
    const { authCode } = current;
    const request = { ...sendOf(domain), authCode, years: 1, requestedAt: 0, premium: null };
    await rival.requestTransfer(request);
    await until('the request is known', async () => {
      const { events } = await client.call('listEvents', { limit: 1_000 });
      return events.some((event) => event.domain === domain && /transfer_out/.test(event.type));
    });
    return { params: { domain } };
  },
  contact_change_pending: async ({ service, client }) => {
    const domain = await service.liveDomain(client, service.freshName('sandbox-trade'));
    await service.untilNoJobs(domain);
    const update = service.registry.hold('update', domain);
    const changed = { ...contact, lastName: 'Byron', email: 'byron@example.net' };
    await client.call('replaceContact', { domain, contact: changed });
    await until('the change is sent', () => update.isWaiting());
    return { params: { domain }, end: () => update.release() };
  },
  too_many_questions: async ({ service }) => {
    const { apiKey, client } = await service.workspace();
    const silent = service.registry.breakQuestion('check', 'silent');
    const asked = Array.from({ length: fixedLimits.registryQuestions + 1 }, () =>
      client.request('checkDomains', { domain: service.freshName() }),
    );
    // The one that is refused says that all others wait.
    await Promise.race(asked);
    return {
      apiKey,
      end: () => silent.restore(),
    };
  },
  registry_unavailable: async ({ service }) => {
    const broken = service.registry.breakQuestion('check', 'unavailable');
    return { end: () => broken.restore() };
  },
  insufficient_credits: async ({ service }) => {
    const { apiKey, client } = await service.workspace({ credits: '16.50' });
    return { apiKey, params: { domain: await service.liveDomain(client) } };
  },
  spending_cap: async ({ service }) => {
    const { page, inside, workspace } = await member(service);
    const { apiKey } = await page.call('createApiKey', { ...inside, name: 'Agent', cap: 5 });
    return { apiKey, params: { domain: await service.liveDomain(workspace.client) } };
  },
};

async function waitingTransfer(world: ErrorWorld): Promise<string> {
  const transferId = await world.examples.transfer();
  await untilTransfer(world, transferId, 'waiting_for_losing_registrar');
  return transferId;
}

function untilTransfer({ client }: ErrorWorld, transferId: string, status: string) {
  return until(`the transfer is ${status}`, async () => {
    return (await client.call('getTransfer', { transferId })).transfer.status === status;
  });
}
