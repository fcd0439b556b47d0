/** Looking up names of others, by a list of RDAP servers and servers that behave as they like. */
import { readFile, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dayMs } from '@hostmaster/contract/durations';
import { afterEach, describe, expect, it } from 'vitest';
import { openRdapLookUps } from '../../packages/server/src/adapters/rdap/rdap-look-ups.ts';
import { newId } from '../../packages/server/src/base/ids.ts';

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Two servers in one: the list of IANA, and the registry of .com. */
async function openWorld(answerDomain: Answer) {
  const state = { listAnswers: true, listed: 0 };
  const server = createServer((request, response) => {
    if (request.url !== '/dns.json') return answerDomain(request, response);
    state.listed += 1;
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/com/`;
    response.statusCode = state.listAnswers ? 200 : 503;
    response.end(JSON.stringify({ version: '1.0', services: [[['com'], [url]]] }));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  ends.push(async () => server[Symbol.asyncDispose]());
  const { port } = server.address() as AddressInfo;
  const listFile = join(tmpdir(), `${newId('act')}.json`);
  const clock = { at: 1_800_000_000_000, now: () => clock.at };
  const open = (allowsPrivate = true) =>
    openRdapLookUps({
      listUrl: `http://127.0.0.1:${port}/dns.json`,
      listFile,
      clock,
      targets: { allowsPrivate, requiresHttps: false, lookupMs: 1, resolve: async () => [] },
      stopping: new AbortController().signal,
      limitMs: 20_000,
    });
  return { state, clock, listFile, open, url: `http://127.0.0.1:${port}/com/domain/` };
}

const sendDomain: Answer = (request, response) => {
  response.end(JSON.stringify({ ldhName: request.url?.split('/').at(-1) }));
};

describe('a look-up in the RDAP of the world', () => {
  it('asks the server of the suffix, and follows a redirect', async () => {
    const { open, url } = await openWorld((request, response) => {
      if (request.url === '/com/domain/moved.com') {
        response.writeHead(302, { location: '/com/domain/example.com' }).end();
      } else sendDomain(request, response);
    });
    const lookUps = open();
    const answer = { ldhName: 'example.com' };
    const found = { kind: 'found', answer };
    expect(await lookUps.lookUp('example.com')).toEqual({ ...found, url: `${url}example.com` });
    expect(await lookUps.lookUp('moved.com')).toEqual({ ...found, url: `${url}moved.com` });
    expect(await lookUps.lookUp('example.org')).toEqual({ kind: 'no-server' });
  });

  const misbehaviours: readonly (readonly [string, Answer, object])[] = [
    ['has no such name', (_, answer) => answer.writeHead(404).end(), { kind: 'not-found' }],
    ['asks for patience', (_, answer) => answer.writeHead(429).end(), { reason: 'Answered 429.' }],
    ['answers HTML', (_, answer) => answer.end('<html>'), { reason: 'The answer is not JSON.' }],
    ['answers a text', (_, answer) => answer.end('"text"'), { reason: 'The answer is not RDAP.' }],
    [
      'answers without end',
      (_, answer) => answer.end(`"${'x'.repeat(300_000)}"`),
      { reason: 'The answer has more than 256000 bytes.' },
    ],
    [
      'redirects in a circle',
      (request, answer) => answer.writeHead(302, { location: request.url ?? '' }).end(),
      { reason: 'More than 3 redirects.' },
    ],
    [
      'redirects to a file',
      (_, answer) => answer.writeHead(302, { location: 'file:///etc/passwd' }).end(),
      { reason: expect.stringContaining('not over HTTPS') },
    ],
    [
      'breaks off',
      (_, answer) => {
        answer.write('{');
        answer.socket?.destroy();
      },
      { kind: 'unavailable' },
    ],
  ];
  it.each(misbehaviours)('ends when the server %s', async (_, answerDomain, expected) => {
    const { open, url } = await openWorld(answerDomain);
    const found = await open().lookUp('example.com');
    expect(found).toMatchObject({ kind: 'unavailable', url: `${url}example.com`, ...expected });
  });

  it('asks public addresses only', async () => {
    const { open, state } = await openWorld(sendDomain);
    expect(await open(false).lookUp('example.com')).toEqual({
      kind: 'unavailable',
      url: null,
      reason: 'The host has no public address.',
    });
    expect(state.listed).toBe(0);
  });

  it('fetches the list once a day, and keeps it for restarts and outages', async () => {
    const { open, state, clock, listFile } = await openWorld(sendDomain);
    const first = open();
    await Promise.all([first.lookUp('a.com'), first.lookUp('b.com')]);
    expect(state.listed).toBe(1);
    state.listAnswers = false;
    clock.at += dayMs;
    expect((await first.lookUp('a.com')).kind).toBe('found');
    expect(state.listed).toBe(2);
    // It is not asked again at once.
    expect((await first.lookUp('a.com')).kind).toBe('found');
    expect(state.listed).toBe(2);
    expect((await open().lookUp('a.com')).kind).toBe('found');
    expect(await readFile(listFile, 'utf8')).toContain('services');
    await writeFile(listFile, 'broken');
    expect(await open().lookUp('a.com')).toMatchObject({ kind: 'unavailable', url: null });
  });
});
