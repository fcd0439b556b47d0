/** hostmaster api: any endpoint by its name, for what no other command does and for scripts. */
import { type EndpointName, limits } from '@hostmaster/contract';
import { apiPaths } from '@hostmaster/contract/paths';
import type { Command } from 'commander';
import { purchases } from '../mcp/tools.ts';
import { readObject } from './read-input.ts';
import { type UserFlags, userCommand, withSession } from './session.ts';
import { show, showFile } from './show.ts';
import { UserCommandError } from './user-error.ts';

export function registerApi(program: Command): void {
  userCommand(program, {
    name: 'api',
    about: 'call an endpoint of the API by its name, and print its answer',
    examples: [
      'api listDomains',
      'api getDomain \'{"domain":"example.com"}\'',
      'api changeRecords - < batch.json',
      'api downloadReceipt \'{"number":"1"}\' > receipt.pdf',
    ],
  })
    .argument('<endpoint>', 'such as listDomains; /reference of the service has all')
    .argument('[input]', 'parameters and body as one JSON object; - for standard input', '{}')
    .action(callEndpoint);
}

async function callEndpoint(name: string, text: string, flags: UserFlags): Promise<void> {
  const endpoint = parseEndpoint(name);
  const input = readObject(text, limits.batchBytesMax);
  if (purchases.has(endpoint) && !Object.hasOwn(input, 'maxCredits')) {
    throw new UserCommandError(
      `${endpoint} spends credits: agree to a price with "maxCredits". quoteDomains says what it is.`,
    );
  }
  requirePathParts(endpoint, input);
  const answer = await withSession(flags, ({ client, call, ifStopped }) => {
    if (apiPaths[endpoint].method !== 'GET') ifStopped('It may have been carried out: look first.');
    const method = client[endpoint] as (input: object, options: object) => Promise<Answer>;
    return method(input, call);
  });
  if (isFile(answer)) showFile(flags, answer);
  else show(flags, answer, JSON.stringify(answer, null, 2).split('\n'));
}

type Answer = object | string | Uint8Array;

function isFile(answer: Answer): answer is string | Uint8Array {
  return typeof answer === 'string' || answer instanceof Uint8Array;
}

function parseEndpoint(name: string): EndpointName {
  if (Object.hasOwn(apiPaths, name)) return name as EndpointName;
  throw new UserCommandError(
    `There is no endpoint ${name}. /reference of the service has all, such as listDomains.`,
  );
}

/** The service says what else is missing. */
function requirePathParts(endpoint: EndpointName, input: object): void {
  for (const [, part = ''] of apiPaths[endpoint].path.matchAll(/\{(\w+)\}/g)) {
    const value: unknown = Reflect.get(input, part);
    if (typeof value !== 'string') {
      throw new UserCommandError(`The input of ${endpoint} needs "${part}", a string.`);
    }
  }
}
