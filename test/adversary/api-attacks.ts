/** The most expensive request to each endpoint of the API. The compiler refuses a missing line. */
import { type EndpointName, endpoints, limits } from '@hostmaster/contract';
import { requiredContact as contact } from '@hostmaster/test-rig/contact';
import { costs } from '../../packages/server/src/http/costs.ts';
import {
  type Attack,
  customerAddress,
  headersOf,
  httpAttack,
  type Input,
  type Turn,
} from './attack.ts';
import { type World, wideValue } from './world.ts';

const wide: Input = ({ zones }) => ({ domain: zones.wide });
const busy: Input = ({ zones }) => ({ domain: zones.busy });
const all: Input = () => ({});
const transfer: Input = ({ ids }) => ({ transferId: ids.transfer });
const bulk: Input = ({ ids }) => ({ bulkId: ids.bulk });
const webhook: Input = ({ ids }) => ({ webhookId: ids.webhook });

/** A name that was never asked for. */
const fresh = ({ tag }: World, { index, connection }: Turn) => `${tag}-${connection}-${index}`;
const isOdd = ({ index }: Turn) => index % 2 === 1;
const hosts = (prefix: string) =>
  Array.from({ length: limits.nameserversMax }, (_, index) => `${prefix}${index}.example.net`);

const inputs: Readonly<Record<EndpointName, Input>> = {
  checkDomains: (world, turn) => ({
    domains: Array.from(
      { length: limits.checkedDomainsMax },
      (_, index) => `${fresh(world, turn)}-${index}.com`,
    ),
  }),
  quoteDomains: (world, turn) => ({
    domains: Array.from(
      { length: limits.checkedDomainsMax },
      (_, index) => `${fresh(world, turn)}-${index}.com`,
    ),
  }),
  listPrices: all,
  registerDomain: (world, turn) => ({ domain: `${fresh(world, turn)}.com`, years: 10, contact }),
  listDomains: all,
  getDomain: wide,
  updateDomain: (world, turn) => ({ ...busy(world, turn), autoRenew: isOdd(turn) }),
  renewDomain: (world, turn) => ({ ...busy(world, turn), years: 1 }),
  replaceNameservers: (world, turn) => ({
    domain: world.zones.wide,
    nameservers: hosts(isOdd(turn) ? 'a' : 'b'),
  }),
  getContact: wide,
  replaceContact: (world, turn) => ({
    domain: world.zones.busy,
    contact: { ...contact, city: fresh(world, turn) },
  }),
  getTransferLock: wide,
  updateTransferLock: (world, turn) => ({ ...busy(world, turn), locked: isOdd(turn) }),
  getRestore: wide,
  restoreDomain: wide,
  issueAuthCode: busy,
  createTransfer: (world, turn) => ({
    // Again and again the same, with its prepared records, or a new one.
    domain: `sandbox-rival-${isOdd(turn) ? 'again' : fresh(world, turn)}.com`,
    authCode: 'Rival-Code-1',
    contact,
  }),
  listTransfers: () => ({ limit: limits.transfersPageMax }),
  getTransfer: transfer,
  updateTransfer: (world, turn) => ({ ...transfer(world, turn), authCode: 'x'.repeat(255) }),
  cancelTransfer: transfer,
  listRecords: wide,
  createRecord: (world, turn) => ({
    domain: world.zones.busy,
    type: 'TXT',
    name: fresh(world, turn),
    value: wideValue('new'),
  }),
  updateRecord: (world, turn) => ({
    domain: world.zones.full,
    recordId: world.ids.fullName,
    value: fresh(world, turn),
  }),
  deleteRecord: ({ zones, busyIds }, { index }) => ({
    domain: zones.busy,
    recordId: busyIds[index] ?? 'rec_gone',
  }),
  changeRecords: ({ zones, wideIds }, turn) => ({
    domain: zones.wide,
    updates: batchOf(wideIds, turn.index).map((id) => ({
      id,
      value: wideValue(`${turn.connection} ${turn.index}`),
    })),
  }),
  listRevisions: ({ zones }) => ({ domain: zones.wide, limit: limits.revisionsPerPageMax }),
  getRevision: async (world, turn) => {
    const { first } = await revisionsOf(world, turn);
    return { domain: world.zones.wide, revision: first };
  },
  compareRevisions: async (world, turn) => {
    const { first, last } = await revisionsOf(world, turn);
    return { domain: world.zones.wide, from: first, to: last };
  },
  listProblems: ({ zones }) => ({ domain: zones.wide }),
  getPropagation: (world, turn) => ({ ...busy(world, turn), wait: '30s' }),
  // To and fro between two versions.
  restoreRevision: async (world, turn) => {
    const { last } = await revisionsOf(world, turn);
    return { domain: world.zones.wide, revision: last - 1 };
  },
  // To and fro between mail of a provider and none.
  applyTemplate: (world, turn) => ({
    ...busy(world, turn),
    templateId: isOdd(turn) ? 'fastmail' : 'parked',
    replace: true,
  }),
  listTemplates: all,
  saveTemplate: (_, { index }) => ({
    templateId: `template-${index}`,
    title: 'Large',
    summary: '',
    fields: [],
    records: Array.from({ length: 4 }, () => ({ type: 'TXT' as const, value: 'x'.repeat(3_900) })),
  }),
  deleteTemplate: () => ({ templateId: 'none' }),
  checkMail: ({ zones }) => ({ domain: zones.wide }),
  listEvents: (_, turn) =>
    isOdd(turn) ? { limit: limits.eventsPageMax } : { after: 'latest', wait: '30s' },
  getSoa: busy,
  // To and fro, so that each is a change of the zone.
  replaceSoa: (world, turn) => ({
    ...busy(world, turn),
    negativeTtl: isOdd(turn) ? limits.soaNegativeTtlSeconds.min : limits.soaNegativeTtlSeconds.max,
  }),
  listDomainSecondaries: busy,
  addDomainSecondary: (world, turn) => ({
    ...busy(world, turn),
    address: `8.8.${turn.connection % 256}.${turn.index % 256}`,
  }),
  removeDomainSecondary: (world, turn) => ({ ...busy(world, turn), secondaryId: 'sec_none' }),
  getDnssec: busy,
  // To and fro, as far as the phases allow it.
  enableDnssec: busy,
  disableDnssec: busy,
  rollDnssec: (world, turn) => ({ ...busy(world, turn), compromised: isOdd(turn) }),
  getTags: busy,
  changeTags: (world, turn) => ({
    ...busy(world, turn),
    add: [`${turn.connection}-${turn.index}`],
    remove: [`${turn.connection}-${turn.index - 1}`],
  }),
  listTags: () => ({ limit: limits.tagsPerWorkspace }),
  listTaggedDomains: () => ({ tag: 'production', limit: limits.taggedDomainsPageMax }),
  searchWorkspace: () => ({ q: '192.0.2.', limit: limits.searchPageMax }),
  createBulk: (world, turn) => ({
    kind: 'auto_renewal',
    enabled: isOdd(turn),
    domains: Array.from(
      { length: limits.bulkDomainsMax },
      (_, index) => `${fresh(world, turn)}-${index}.com`,
    ),
  }),
  listBulks: () => ({ limit: limits.bulkPageMax }),
  getBulk: (world, turn) => ({ ...bulk(world, turn), limit: limits.bulkPageMax }),
  startBulk: () => ({ bulkId: 'blk_none' }),
  cancelBulk: () => ({ bulkId: 'blk_none' }),
  retryBulk: () => ({ bulkId: 'blk_none' }),
  listWebhooks: all,
  createWebhook: (world, turn) => ({ url: `https://${fresh(world, turn)}.invalid/` }),
  getWebhook: webhook,
  updateWebhook: (world, turn) => ({ ...webhook(world, turn), ordered: isOdd(turn) }),
  deleteWebhook: () => ({ webhookId: 'wh_none' }),
  testWebhook: webhook,
  rotateWebhookSecret: webhook,
  listWebhookDeliveries: (world, turn) => ({
    ...webhook(world, turn),
    limit: limits.deliveriesPageMax,
  }),
  replayWebhook: (world, turn) => ({ ...webhook(world, turn), since: '2020-01-01T00:00:00.000Z' }),
  listReceipts: () => ({ limit: limits.receiptsPageMax }),
  getReceipt: () => ({ number: '1' }),
  downloadReceipt: () => ({ number: '1' }),
  getBilling: all,
  setBilling: () => ({
    name: '名'.repeat(100),
    address: Array.from({ length: 6 }, () => 'ش'.repeat(100)),
    taxNumber: '9'.repeat(50),
  }),
  getSpending: all,
  exportSpending: all,
  setBudget: (_, { index }) => ({ budget: 1 + (index % 1_000) }),
  getAccount: all,
};

export const apiAttacks: readonly Attack[] = (Object.keys(endpoints) as EndpointName[]).map(
  (name) => {
    const { method, path, ...rest } = endpoints[name];
    const bodyBytesMax = 'bodyBytesMax' in rest ? rest.bodyBytesMax : undefined;
    const takesBody = 'body' in rest;
    const operation = { name, method, path, takesBody, bodyBytesMax, cost: costs[name] };
    return httpAttack({ ...operation, as: 'key' }, inputs[name]);
  },
);

/** As many as fit into one body, at another place each time. */
function batchOf(ids: readonly string[], index: number): readonly string[] {
  const most = Math.min(500, ids.length);
  const start = (index * most) % ids.length;
  return [...ids, ...ids].slice(start, start + most);
}

/** Revisions of the wide zone: its history moves on while it is attacked. */
async function revisionsOf(world: World, turn: Turn): Promise<{ first: number; last: number }> {
  const { text } = await turn.client.send({
    ...{ port: world.port, method: 'GET', from: customerAddress },
    path: `/v1/domains/${world.zones.wide}/dns/revisions?limit=1000`,
    headers: headersOf({ as: 'key' }, world, turn),
  });
  const numbers = [...text.matchAll(/"revision":(\d+)/g)].map(([, digits]) => Number(digits));
  return { first: numbers.at(-1) ?? 0, last: numbers[0] ?? 0 };
}
