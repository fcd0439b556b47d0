/** The example of each endpoint in docs/api.md and /reference: with curl, the SDK and the command line, against a service. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type EndpointName,
  type Example,
  endpoints,
  exampleLines,
  examples,
  type FileEndpointName,
} from '@hostmaster/contract';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { beforeAll, expect, it } from 'vitest';
import { apiDocument, apiDocumentFile } from '../../scripts/api-document.ts';
import { Customer } from '../cli/customer.ts';
import { read } from './documents.ts';
import { ExampleWorld } from './example-world.ts';
import { argumentsOf, runCurl, runSdk } from './run-example.ts';

type JsonEndpointName = Exclude<EndpointName, FileEndpointName>;

/** What the files begin and end with. */
const files: Readonly<Record<FileEndpointName, RegExp>> = {
  downloadReceipt: /^%PDF-.+%%EOF\s*$/s,
  exportSpending: /^Date,Month,Domain,Suffix,Description,Credits\r\n20.+\r\n$/s,
};
const names = (Object.keys(endpoints) as EndpointName[]).filter(
  (name): name is JsonEndpointName => !(name in files),
);
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

  const fileWays = {
    async curl(name: FileEndpointName) {
      const { curl } = await linesOf(name);
      const { path: cwd } = await createTestDirectory();
      const { status, text } = await runCurl(curl, keys.all, cwd);
      expect([status, text]).toEqual([200, '']);
      return readFileSync(join(cwd, fileNameOf(name)), 'latin1');
    },
    async sdk(name: FileEndpointName) {
      const { sdk } = await linesOf(name);
      const answer = await runSdk(sdk, { baseUrl: service.url, apiKey: keys.all });
      expect(answer instanceof Uint8Array).toBe(name === 'downloadReceipt');
      return Buffer.from(answer as string | Uint8Array<ArrayBuffer>).toString('latin1');
    },
    async command(name: FileEndpointName) {
      const { command } = await linesOf(name);
      const [line = '', fileName] = command.split(' > ');
      expect(fileName).toBe(fileNameOf(name));
      const customer = new Customer({ url: service.url, apiKey: keys.all });
      const { code, stdout, stderr } = await customer.run(...argumentsOf(line));
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      return stdout;
    },
  };

  for (const [way, run] of Object.entries(fileWays)) {
    it.each(Object.entries(files))(`by ${way}: %s`, async (name, content) => {
      expect(await run(name as FileEndpointName)).toMatch(content);
    });
  }
});

function fileNameOf(name: EndpointName): string {
  const { fileName }: Example<EndpointName> = examples[name];
  return fileName ?? '';
}
