/**
 * /mcp, examined by the official conformance package. Its scenarios call tools, resources and prompts of a
 * reference server; a front gives ours these names, and adds the key.
 */
import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createTestDirectory } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { environmentWith, npm, run } from './installation.ts';

const bin = dirname(process.execPath);

/** What `/mcp` does not have, with the reason. */
const notOffered = {
  'logging-set-level': 'It sends no log messages.',
  'completion-complete': 'Arguments are free text.',
  'tools-call-image': 'No endpoint answers with an image.',
  'tools-call-mixed-content': 'As above.',
  'tools-call-audio': 'No endpoint answers with a sound.',
  'tools-call-embedded-resource': 'Results are structured instead.',
  'tools-call-with-logging': 'It sends no log messages.',
  'tools-call-with-progress': 'Each call has one answer; getPropagation and listEvents wait.',
  'tools-call-sampling': 'It does not use the model of the client.',
  'tools-call-elicitation': 'Without sessions it asks as the next protocol version does it.',
  'elicitation-sep1034-defaults': 'As above.',
  'elicitation-sep1330-enums': 'As above.',
  'json-schema-2020-12': 'It compares the schema of one tool of the reference server.',
  'server-sse-polling': 'Each call has one answer, and no stream.',
  'server-sse-multiple-streams': 'As above.',
  'resources-read-binary': 'Zones and events are text.',
  'resources-subscribe': 'Each call has one answer; listEvents waits for changes.',
  'resources-unsubscribe': 'As above.',
  'prompts-get-embedded-resource': 'Prompts are text.',
  'prompts-get-with-image': 'As above.',
  'dns-rebinding-protection': 'It is about servers that need no key.',
} as const;

const scenarios = [
  'server-initialize',
  'ping',
  'tools-list',
  'tools-call-simple-text',
  'tools-call-error',
  'resources-list',
  'resources-read-text',
  'resources-templates-read',
  'prompts-list',
  'prompts-get-simple',
  'prompts-get-with-args',
] as const;

/** A domain whose name has the parameter that the scenario looks for. */
const domain = 'conformance-123.com';

interface Parameters {
  name?: string;
  uri?: string;
  arguments?: Record<string, string>;
}

/** What the reference server has, and what it is here. */
const ours: Readonly<Record<string, (given: Record<string, string>) => Parameters>> = {
  test_simple_text: () => ({ name: 'getAccount', arguments: {} }),
  test_error_handling: () => ({ name: 'getDomain', arguments: { domain: 'missing.com' } }),
  'test://static-text': () => ({ uri: 'hostmaster://events' }),
  'test://template/123/data': () => ({ uri: `hostmaster://zones/${domain}` }),
  test_simple_prompt: () => ({ name: 'review_expiry', arguments: { days: '30' } }),
  test_prompt_with_arguments: ({ arg1 = '', arg2 = '' }) => ({
    name: 'set_up_mail',
    arguments: { domain: arg1, provider: arg2 },
  }),
};

function withOurNames(message: string): string {
  if (message === '') return message;
  const { params, ...rest } = JSON.parse(message) as { params?: Parameters };
  const found = ours[params?.name ?? params?.uri ?? ''];
  return found === undefined
    ? message
    : JSON.stringify({ ...rest, params: { ...params, ...found(params?.arguments ?? {}) } });
}

const passed = ['accept', 'content-type', 'mcp-protocol-version'] as const;

describeEdge('the official conformance package', (service) => {
  let apiKey = '';
  const front = createServer(async (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const body = withOurNames(await text(incoming));
    const answer = await fetch(new URL(url ?? '', service.url), {
      method: method ?? '',
      headers: [
        ['x-api-key', apiKey],
        ...passed.flatMap((name): [string, string][] =>
          headers[name] === undefined ? [] : [[name, String(headers[name])]],
        ),
      ],
      ...(body === '' ? {} : { body }),
    });
    const type = answer.headers.get('content-type');
    outgoing.writeHead(answer.status, type === null ? {} : { 'content-type': type });
    outgoing.end(await answer.text());
  });
  let folder = '';

  beforeAll(async () => {
    const workspace = await service.workspace();
    ({ apiKey } = workspace);
    await service.liveDomain(workspace.client, domain);
    folder = (await createTestDirectory()).path;
    await writeFile(join(folder, 'package.json'), '{"private":true}\n');
    const wanted = '@modelcontextprotocol/conformance@0.1.16';
    await npm(folder, bin, 'install', '--no-audit', '--no-fund', '--ignore-scripts', wanted);
    front.listen(0, '127.0.0.1');
    await new Promise((resolve) => front.once('listening', resolve));
  });
  const conformance = (...args: readonly string[]) => {
    const program = join(folder, 'node_modules/@modelcontextprotocol/conformance/dist/index.js');
    return run('node', [program, ...args], { cwd: folder, env: environmentWith(bin) }).catch(
      (error: { stdout: string; stderr: string }) => expect.fail(`${error.stdout}${error.stderr}`),
    );
  };
  afterAll(() => {
    front.closeAllConnections();
    front.close();
  });

  it('has no scenario that is neither tried nor left out for a reason', async () => {
    const { stdout } = await conformance('list', '--server');
    const names = [...stdout.matchAll(/^\s*- ([\w-]+)/gm)].map(([, name]) => name);
    expect(names.sort()).toEqual([...scenarios, ...Object.keys(notOffered)].sort());
  });

  it.each(scenarios)('finds no fault in %s', async (scenario) => {
    const url = `http://127.0.0.1:${(front.address() as AddressInfo).port}/mcp`;
    const { stdout } = await conformance('server', '--url', url, '--scenario', scenario);
    expect(stdout).toMatch(/Passed: ([1-9]\d*)\/\1, 0 failed/);
  });
});
