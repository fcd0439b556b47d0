/** Gives the example of each endpoint the objects that it is about: each time new ones, in one workspace. */
import { type EndpointName, type ExampleRequest, exampleRequest } from '@hostmaster/contract';
import { dayMs } from '@hostmaster/contract/durations';
import { rivalAuthCode as authCode } from '@hostmaster/registry';
import { query } from '@hostmaster/test-rig/any-query';
import { contact, type TestService, type TestWorkspace, until } from '@hostmaster/test-rig/service';
import { persistChange } from '../../packages/server/src/changes/persist.ts';
import { update } from '../../packages/server/src/storage/row-write.ts';
import { prices } from '../../packages/server/src/storage/tables/prices/prices.ts';
import { signedDomain } from '../api/dnssec-phases.ts';
import { member } from '../dashboard-api/people.ts';

/** What differs from the example of the contract. */
interface Own {
  readonly params?: Readonly<Record<string, string>>;
  readonly body?: object;
}

type Prepare = (world: ExampleWorld) => Promise<Own>;

const findRedemption = query<{ name: string }>()(({ db, p }) =>
  db.selectFrom('domains').select('redemption_until').where('name', '=', p.name),
);

export class ExampleWorld {
  readonly service: TestService;
  readonly workspace: TestWorkspace;
  /** For most examples. */
  readonly domain: string;
  /** Registered more than sixty days ago: it may leave. */
  readonly old: string;
  /** In their redemption period. */
  readonly deleted: string[] = [];
  #addresses = 0;

  static async open(service: TestService): Promise<ExampleWorld> {
    const workspace = await service.workspace({ credits: '100000' });
    const { client } = workspace;
    const old = service.freshName();
    await client.call('registerDomain', { domain: old, contact, years: 3 });
    await service.untilLive(client, old);
    const deleted = await loseDomains(service, workspace);
    const domain = await service.liveDomain(client);
    await client.call('createRecord', { domain, type: 'A', value: '192.0.2.1' });
    const world = new ExampleWorld({ service, workspace, domain, old });
    world.deleted.push(...deleted);
    return world;
  }

  private constructor(parts: {
    readonly service: TestService;
    readonly workspace: TestWorkspace;
    readonly domain: string;
    readonly old: string;
  }) {
    this.service = parts.service;
    this.workspace = parts.workspace;
    this.domain = parts.domain;
    this.old = parts.old;
  }

  /** The request of the example, about objects that exist. */
  async request(name: EndpointName): Promise<ExampleRequest> {
    const { params, body, ...rest } = exampleRequest(name);
    const own = (await prepare[name]?.(this)) ?? {};
    const domain = 'domain' in params ? { domain: this.domain } : {};
    return {
      ...rest,
      params: { ...params, ...domain, ...own.params },
      ...(body === undefined ? {} : { body: { ...body, ...own.body } }),
    };
  }

  live(): Promise<string> {
    return this.service.liveDomain(this.workspace.client);
  }

  async record(): Promise<string> {
    const [label = ''] = this.service.freshName().split('.');
    const input = { domain: this.domain, name: label, type: 'A', value: '192.0.2.9' } as const;
    return (await this.workspace.client.call('createRecord', input)).record.id;
  }

  async transfer(code: string = authCode): Promise<string> {
    const domain = this.service.freshName('sandbox-rival');
    const order = { domain, authCode: code, contact, maxCredits: 14 };
    return (await this.workspace.client.call('createTransfer', order)).transfer.id;
  }

  async webhook(): Promise<string> {
    const { client } = this.workspace;
    for (const { id } of (await client.call('listWebhooks', {})).webhooks) {
      await client.call('deleteWebhook', { webhookId: id });
    }
    const url = 'https://example.com/hooks';
    return (await client.call('createWebhook', { url })).webhook.id;
  }

  async bulk(names: string[] = [this.domain]): Promise<string> {
    const { client } = this.workspace;
    const { bulk } = await client.call('createBulk', { kind: 'renew', domains: names });
    await this.untilBulk(bulk.id, 'planned');
    return bulk.id;
  }

  async untilBulk(bulkId: string, state: string): Promise<void> {
    await until(`${bulkId} is ${state}`, async () => {
      return (await this.workspace.client.call('getBulk', { bulkId })).bulk.state === state;
    });
  }

  /** The number of the receipt of a paid top-up. */
  async receipt(): Promise<string> {
    const { service, workspace } = this;
    const { page, inside } = await member(service, { workspace });
    const { topUp } = await page.call('createTopUp', { ...inside, credits: 25 });
    await page.call('payTopUp', { ...inside, topUpId: topUp.id, outcome: 'succeed' });
    const { receipts } = await workspace.client.call('listReceipts', { limit: 1 });
    return String(receipts[0]?.number);
  }

  address(): string {
    this.#addresses += 1;
    return `8.8.8.${this.#addresses}`;
  }
}

const inLiveDomain: Prepare = async (world) => ({ params: { domain: await world.live() } });
const ofRecord: Prepare = async (world) => ({ params: { recordId: await world.record() } });
const ofTransfer: Prepare = async (world) => ({ params: { transferId: await world.transfer() } });
const ofWebhook: Prepare = async (world) => ({ params: { webhookId: await world.webhook() } });
const ofBulk: Prepare = async (world) => ({ params: { bulkId: await world.bulk() } });
const ofReceipt: Prepare = async (world) => ({ params: { number: await world.receipt() } });
const ofSignedDomain: Prepare = async ({ service, workspace }) => ({
  params: { domain: await signedDomain(service, workspace.client) },
});
const freshDomain: Prepare = async ({ service }) => ({ body: { domain: service.freshName() } });

const prepare: Partial<Record<EndpointName, Prepare>> = {
  async deleteTemplate({ workspace }) {
    const { params, body } = exampleRequest('saveTemplate');
    await workspace.client.send('PUT', `/v1/templates/${params.templateId}`, { json: body });
    return {};
  },
  registerDomain: freshDomain,
  replaceNameservers: inLiveDomain,
  replaceContact: inLiveDomain,
  updateTransferLock: async ({ old }) => ({ params: { domain: old } }),
  issueAuthCode: async ({ service, workspace, old }) => {
    const { client } = await service.key(workspace, { scope: 'transfer' });
    await client.call('updateTransferLock', { domain: old, locked: false });
    return { params: { domain: old } };
  },
  getRestore: async ({ deleted }) => ({ params: { domain: deleted.at(-1) ?? '' } }),
  restoreDomain: async ({ deleted }) => ({ params: { domain: deleted.pop() ?? '' } }),
  createTransfer: async ({ service }) => ({
    body: { domain: service.freshName('sandbox-rival'), authCode },
  }),
  getTransfer: ofTransfer,
  updateTransfer: async (world) => {
    const transferId = await world.transfer('wrong');
    await until('the code is refused', async () => {
      const { transfer } = await world.workspace.client.call('getTransfer', { transferId });
      return transfer.status === 'action_required';
    });
    return { params: { transferId }, body: { authCode } };
  },
  cancelTransfer: ofTransfer,
  updateRecord: ofRecord,
  deleteRecord: ofRecord,
  changeRecords: async (world) => ({
    params: { domain: await world.live() },
    body: {
      creates: [{ type: 'A', name: 'www', value: '192.0.2.1' }],
      updates: [],
      deletes: [],
    },
  }),
  getRevision: async () => ({ params: { revision: '1' } }),
  restoreRevision: async () => ({ body: { revision: 1 } }),
  addDomainSecondary: async (world) => ({ body: { address: world.address() } }),
  removeDomainSecondary: async (world) => {
    const input = { domain: world.domain, address: world.address() };
    const { secondary } = await world.workspace.client.call('addDomainSecondary', input);
    return { params: { secondaryId: secondary.id } };
  },
  enableDnssec: inLiveDomain,
  disableDnssec: inLiveDomain,
  rollDnssec: ofSignedDomain,
  createWebhook: async (world) => {
    const webhookId = await world.webhook();
    await world.workspace.client.call('deleteWebhook', { webhookId });
    return {};
  },
  getWebhook: ofWebhook,
  updateWebhook: ofWebhook,
  deleteWebhook: ofWebhook,
  testWebhook: ofWebhook,
  rotateWebhookSecret: ofWebhook,
  listWebhookDeliveries: ofWebhook,
  replayWebhook: async (world) => ({
    ...(await ofWebhook(world)),
    body: { since: new Date(Date.now() - dayMs).toISOString() },
  }),
  getReceipt: ofReceipt,
  downloadReceipt: ofReceipt,
  createBulk: async ({ domain }) => ({ body: { domains: [domain] } }),
  getBulk: ofBulk,
  startBulk: ofBulk,
  cancelBulk: ofBulk,
  retryBulk: async (world) => {
    const bulkId = await world.bulk([world.domain, 'not-ours.com']);
    await world.workspace.client.call('startBulk', { bulkId, maxCredits: 14 });
    await world.untilBulk(bulkId, 'finished');
    return { params: { bulkId } };
  },
};

/** Registered, expired, and deleted at the end of their grace period; each can be restored. */
async function loseDomains(
  service: TestService,
  { client }: TestWorkspace,
): Promise<readonly string[]> {
  const rows = [update(prices, { workspaceId: '', tld: 'com' }, { restoreCredits: 80 })];
  await persistChange(service.database, { rows });
  const names = [1, 2, 3].map(() => service.freshName('sandbox-redemption'));
  for (const name of names) await service.liveDomain(client, name);
  await service.advanceCalendar(396 * dayMs);
  for (const name of names) {
    await until('the deletion is known', async () => {
      const row = await service.database.first(findRedemption, { name });
      return row !== undefined && row.redemption_until !== null;
    });
  }
  return names;
}
