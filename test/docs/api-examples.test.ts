/** Every example of docs/api.md and /reference: with curl, the SDK and the command line, against a service. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type EndpointName, endpoints, exampleLines } from '@hostmaster/contract';
import { createClient } from '@hostmaster/sdk';
import { describeEdge } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { apiDocument, apiDocumentFile } from '../../scripts/api-document.ts';
import { Customer } from '../cli/customer.ts';
import { read } from './documents.ts';
import { ExampleWorld } from './example-world.ts';

const execute = promisify(execFile);
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
      const env = { PATH: process.env.PATH, HOSTMASTER_API_KEY: keyFor(name) };
      const line = curl.replace(/^curl/, 'curl -sS --fail-with-body');
      const { stdout } = await execute('bash', ['-c', line], { env }).catch(
        (error: { stdout: string }) => expect.fail(`${name}: ${error.stdout}`),
      );
      return stdout;
    },
    async sdk(name: EndpointName) {
      const { sdk } = await linesOf(name);
      const client = createClient({ baseUrl: service.url, apiKey: keyFor(name) });
      const run = new Function('client', `return (async () => { return ${sdk} })()`);
      return JSON.stringify(await run(client));
    },
    async command(name: EndpointName) {
      const { command } = await linesOf(name);
      const [program, ...args] = wordsOf(command);
      expect(program).toBe('hostmaster');
      const customer = new Customer({ url: service.url, apiKey: keyFor(name) });
      return JSON.stringify(await customer.json(...args));
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

/** The words of a line as a shell reads them. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:'[^']*'|\\'|[^\s'\\])+/g)].map(([word]) =>
    word.replaceAll(/'([^']*)'|\\(')/g, (_, inside = '', quote = '') => `${inside}${quote}`),
  );
}
