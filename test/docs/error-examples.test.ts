/** The example of each error in docs/api.md and /reference: sent to a service, which answers what they show. */
import {
  type ApiErrorCode,
  type ExampleRequest,
  errorAnswer,
  errorExamples,
  errorLines,
  errorRequest,
  errors,
} from '@hostmaster/contract';
import { HostmasterError } from '@hostmaster/sdk';
import { describeOnOneEngine } from '@hostmaster/test-rig/engines';
import { describeEdge } from '@hostmaster/test-rig/service';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { exitCodes } from '../../packages/server/src/user-commands/user-error.ts';
import { openLimitedApp } from '../api/limited-app.ts';
import { Customer } from '../cli/customer.ts';
import { ErrorWorld, type Provoked } from './error-world.ts';
import { argumentsOf, runCurl, runSdk } from './run-example.ts';

const codes = Object.keys(errorExamples) as ApiErrorCode[];
const ways = ['curl', 'sdk', 'command'] as const;
type Way = (typeof ways)[number];

/** That of too many requests needs a service which allows few. */
const codesBy = (way: Way) =>
  codes.filter((code) => code !== 'rate_limited' && errorLines(code, '')[way] !== undefined);

describeEdge('The examples of errors', (service) => {
  let world: ErrorWorld;
  beforeAll(async () => {
    world = await ErrorWorld.open(service);
  });
  afterAll(() => world.close());

  for (const way of ways) {
    it.each(codesBy(way))(`by ${way}: %s`, async (code) => {
      const request = errorRequest(code);
      const provoked = await world.provoke(code, request);
      try {
        await expectAnswer(way, code, { url: service.url, request, provoked });
      } finally {
        provoked.end();
      }
    });
  }
});

describeOnOneEngine('The example of too many requests', (engine) => {
  it.each(ways)('by %s', async (way) => {
    const { url, apiKey, client } = await openLimitedApp(engine, { perSecond: 1, burst: 1 });
    await client.call('getAccount', {});
    const request = errorRequest('rate_limited');
    const provoked = { request, apiKey, end: () => undefined };
    await expectAnswer(way, 'rate_limited', { url, request, provoked });
  });
});

interface Sent {
  readonly url: string;
  /** The example of the contract. */
  readonly request: ExampleRequest;
  readonly provoked: Provoked;
}

async function expectAnswer(way: Way, code: ApiErrorCode, sent: Sent): Promise<void> {
  const { url, request, provoked } = sent;
  const { apiKey } = provoked;
  const lines = errorLines(code, url, provoked.request);
  const line = lines[way] ?? expect.fail(`There is no example of ${code} by ${way}.`);
  const asShown = (text: string) => withNamesOf(request, provoked.request, text);
  const answer = errorAnswer(code) as { readonly error: string };
  if (way === 'curl') {
    const { status, text } = await runCurl(line, apiKey);
    expect({ status, answer: JSON.parse(asShown(text)) }).toEqual({
      status: errors[code].status,
      answer,
    });
    return;
  }
  if (way === 'sdk') {
    const thrown = await runSdk(line, { baseUrl: url, apiKey, retries: 0 }).catch(
      (error: unknown) => error,
    );
    if (!(thrown instanceof HostmasterError)) throw thrown;
    expect({ code: thrown.code, error: asShown(thrown.message) }).toEqual({
      code,
      error: answer.error,
    });
    return;
  }
  const ending = await new Customer({ url, apiKey }).fails(...argumentsOf(line));
  expect(ending.code, ending.message).toBe(exitCodeOf(code));
  // The command says it in its own words, because it knows where the key comes from.
  if (code !== 'unauthorized') expect(asShown(ending.message)).toContain(answer.error);
}

/** As docs/commands.md has them. */
function exitCodeOf(code: ApiErrorCode): number {
  const { status } = errors[code];
  if (status === 401 || status === 403) return exitCodes.signedOut;
  if (['insufficient_credits', 'price_changed', 'spending_cap'].includes(code)) {
    return exitCodes.price;
  }
  if (status === 429 || status === 503) return exitCodes.unreachable;
  return status === 500 ? exitCodes.failed : exitCodes.refused;
}

/** An answer with the names and ids of the example in place of those that were used. */
function withNamesOf(shown: ExampleRequest, used: ExampleRequest, text: string): string {
  const known = new Map(textsOf(shown));
  return [...textsOf(used)].reduce(
    (changed, [place, value]) => changed.replaceAll(value, known.get(place) ?? value),
    text,
  );
}

function* textsOf(value: unknown, place = ''): Generator<readonly [string, string]> {
  if (typeof value === 'string' && value !== '') yield [place, value];
  if (typeof value !== 'object' || value === null) return;
  for (const [key, part] of Object.entries(value)) yield* textsOf(part, `${place}.${key}`);
}
