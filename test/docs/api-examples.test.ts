/** The example of each endpoint in docs/api.md and /reference: with curl, the SDK and the command line, against a service. */
import { type EndpointName, endpoints, exampleLines } from '@hostmaster/contract';
import { describeEdge } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { apiDocument, apiDocumentFile } from '../../scripts/api-document.ts';
import { Customer } from '../cli/customer.ts';
import { read } from './documents.ts';
import { ExampleWorld } from './example-world.ts';
import { argumentsOf, runCurl, runSdk } from './run-example.ts';

const names = Object.keys(endpoints) as EndpointName[];
/** Their keys can do nothing else. */
const transferring: ReadonlySet<EndpointName> = new Set(['issueAuthCode', 'updateTransferLock']);

it('docs/api.md is what "npm run api-document" writes', () => {
  expect(read(apiDocumentFile)).toBe(apiDocument());
});

describeEdge('The examples', (service) => {
  let world: ExampleWorld;
  let keys: { all: string; transfer: string };

  beforeAll(async () => {
    world = await ExampleWorld.open(service);
    const { apiKey: transfer } = await service.key(world.workspace, { scope: 'transfer' });
    keys = { all: world.workspace.apiKey, transfer };
  });

  const keyFor = (name: EndpointName) => (transferring.has(name) ? keys.transfer : keys.all);
  const linesOf = async (name: EndpointName) =>
    exampleLines(name, service.url, await world.request(name));

  const ways = {
    async curl(name: EndpointName) {
      const { curl } = await linesOf(name);
      const { status, text } = await runCurl(curl, keyFor(name));
      expect(status, `${name}: ${text}`).toBe(200);
      return text;
    },
    async sdk(name: EndpointName) {
      const { sdk } = await linesOf(name);
      return JSON.stringify(await runSdk(sdk, { baseUrl: service.url, apiKey: keyFor(name) }));
    },
    async command(name: EndpointName) {
      const { command } = await linesOf(name);
      const customer = new Customer({ url: service.url, apiKey: keyFor(name) });
      return JSON.stringify(await customer.json(...argumentsOf(command)));
    },
  };

  for (const [way, run] of Object.entries(ways)) {
    it.each(names)(`by ${way}: %s`, async (name) => {
      const { properties } = endpoints[name].response;
      const answer = JSON.parse(await run(name)) as object;
      expect(Object.keys(answer).sort()).toEqual(Object.keys(properties).sort());
    });
  }
});
