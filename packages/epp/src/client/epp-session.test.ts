/**
 * Which error a failure causes: before the write EppNotSentError, after it EppOutcomeUnknownError
 * unless a valid reply came.
 */

import { describe, expect, test } from 'vitest';
import { checkDomains } from '../codecs/domain/domain-check.ts';
import { createDomain } from '../codecs/domain/domain-create.ts';
import { deleteDomain } from '../codecs/domain/domain-delete.ts';
import { infoDomain } from '../codecs/domain/domain-info.ts';
import { infoHost } from '../codecs/host/host-info.ts';
import { EppResultError } from '../epp-result-error.ts';
import { EppValueError } from '../errors.ts';
import { failure, notSent, unknown } from '../fixtures/expect-errors.ts';
import { ManualTimers } from '../fixtures/manual-timers.ts';
import { startRegistry, until } from '../fixtures/registry-peer.ts';
import { clTRIDOf, greeting, response, startScripted } from '../fixtures/scripted-server.ts';
import { encodeFrame } from '../frame.ts';
import { domainUri, feeUri, hostUri } from '../namespaces.ts';
import { openSession } from './epp-session.ts';
import type { EppLogEvent } from './session-options.ts';

const createRequest = { name: 'shop.example', authInfo: 'auth-code-1' };

describe('a command', () => {
  test('gives its typed result, with the ids of both sides', async () => {
    await using peer = await startRegistry({ newSvTRID: () => 'SV-77' });
    const session = await openSession(peer.clientOptions);
    const reply = await session.send(createDomain, createRequest, { clTRID: 'JOURNAL-1' });
    expect(reply).toMatchObject({
      code: 1000,
      pending: false,
      clTRID: 'JOURNAL-1',
      svTRID: 'SV-77',
      data: { name: 'shop.example', expiresAt: new Date('2031-01-01T00:00:00Z') },
    });
    await session.logout();
  });

  test('refused by the registry is a result error and leaves the session open', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    const error = await failure(session.send(infoDomain, { name: 'none.example' }));
    expect(error).toBeInstanceOf(EppResultError);
    expect(error).toMatchObject({ code: 2303, definite: true });
    expect(session.isOpen).toBe(true);
    await session.logout();
  });

  test('has an id of its own on every send', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    const first = await session.send(checkDomains, { names: ['a.example'] });
    const second = await session.send(checkDomains, { names: ['a.example'] });
    expect(first.clTRID).not.toBe(second.clTRID);
    await session.logout();
  });

  for (const code of [2002, 2200, 2500, 2501, 2502]) {
    test(`answered with ${code} ends the session`, async () => {
      await using server = await startScripted({
        greeting: greeting(),
        onCommand: (xml, socket) => socket.write(response({ code, clTRID: clTRIDOf(xml) })),
      });
      const session = await openSession(server.clientOptions);
      const error = await failure(session.send(deleteDomain, { name: 'a.example' }));
      expect(error).toBeInstanceOf(EppResultError);
      expect(error).toMatchObject({ code, definite: code < 2500 });
      expect(session.isOpen).toBe(false);
    });
  }

  test('answered with 2400 is not definite and keeps the session', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    peer.faults.add({ kind: 'result', code: 2400 });
    expect(await failure(session.send(createDomain, createRequest))).toMatchObject({
      code: 2400,
      definite: false,
    });
    expect(session.isOpen).toBe(true);
    await session.logout();
  });
});

describe('nothing is sent', () => {
  test('when a value breaks the schema', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    const error = await notSent(session.send(createDomain, { ...createRequest, periodYears: 100 }));
    expect(error).toBeInstanceOf(EppValueError);
    expect(error).toMatchObject({ reason: 'invalid', field: 'periodYears' });
    expect(session.isOpen).toBe(true);
    await session.logout();
  });

  test('when the transaction id breaks the schema', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    expect((await notSent(session.send(createDomain, createRequest, { clTRID: 'x' }))).reason).toBe(
      'invalid',
    );
    expect(
      (await notSent(session.send(createDomain, createRequest, { clTRID: ' padded ' }))).reason,
    ).toBe('invalid');
    await session.logout();
  });

  test('when the server does not offer the object or the extension', async () => {
    await using peer = await startRegistry({
      greeting: { objectUris: [domainUri], extensionUris: [] },
    });
    const session = await openSession(peer.clientOptions);
    const host = await notSent(session.send(infoHost, { name: 'ns1.example' }));
    expect(host).toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining(hostUri),
    });
    const fee = { fees: [{ amount: '10.00' }] };
    const priced = await notSent(session.send(createDomain, { ...createRequest, fee }));
    expect(priced).toMatchObject({
      reason: 'unsupported',
      message: expect.stringContaining(feeUri),
    });
    expect(peer.registry.domains.size).toBe(0);
    await session.logout();
  });

  test('when beforeSend rejects, and the session stays usable', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    const lost = new Error('lease lost');
    const error = await notSent(
      session.send(createDomain, createRequest, { beforeSend: () => Promise.reject(lost) }),
    );
    expect(error).toMatchObject({ reason: 'before-send', cause: lost });
    expect(peer.registry.domains.size).toBe(0);
    expect((await session.send(createDomain, createRequest)).code).toBe(1000);
    await session.logout();
  });

  test('when the server hangs up while beforeSend runs', async () => {
    await using server = await startScripted({ greeting: greeting() });
    const session = await openSession(server.clientOptions);
    const beforeSend = async () => {
      server.sockets[0]?.destroy();
      await session.closed;
    };
    expect((await notSent(session.send(createDomain, createRequest, { beforeSend }))).reason).toBe(
      'session-closed',
    );
    expect(server.received).toHaveLength(1);
  });

  test('while another command is in flight', async () => {
    await using server = await startScripted({ greeting: greeting() });
    const session = await openSession(server.clientOptions);
    const first = unknown(session.send(createDomain, createRequest));
    expect((await notSent(session.send(createDomain, createRequest))).reason).toBe('session-busy');
    session.destroy('test is over');
    expect((await first).reason).toBe('closed');
  });

  test('on a closed session', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    await session.logout();
    expect((await notSent(session.send(createDomain, createRequest))).reason).toBe(
      'session-closed',
    );
  });
});

test('beforeSend gets the id and runs before the first byte', async () => {
  await using peer = await startRegistry();
  const session = await openSession(peer.clientOptions);
  const seen: unknown[] = [];
  await session.send(createDomain, createRequest, {
    clTRID: 'JOURNAL-2',
    beforeSend: async (send) => {
      seen.push(send, peer.registry.domains.size);
    },
  });
  expect(seen).toEqual([{ clTRID: 'JOURNAL-2', type: 'domain:create' }, 0]);
  await session.logout();
});

describe('the outcome is unknown, and the session is gone,', () => {
  const replies: Record<string, { reason: string; reply: (xml: string) => Buffer }> = {
    'for a reply to another command': {
      reason: 'wrong-cltrid',
      reply: () => response({ clTRID: 'OTHER-1' }),
    },
    'for a success without any id': { reason: 'wrong-cltrid', reply: () => response({}) },
    'for a refusal without any id': {
      reason: 'wrong-cltrid',
      reply: () => response({ code: 2302 }),
    },
    'for a greeting instead of a reply': {
      reason: 'bad-reply',
      reply: () => encodeFrame(greeting()),
    },
    'for something that is not XML': {
      reason: 'bad-reply',
      reply: () => encodeFrame('<epp><response>'),
    },
    'for a reply with a DTD': {
      reason: 'bad-reply',
      reply: () => encodeFrame('<!DOCTYPE epp><epp/>'),
    },
    'for a frame of impossible length': {
      reason: 'bad-reply',
      reply: () => Buffer.from([0, 0, 0, 4]),
    },
    'for a frame over the limit': {
      reason: 'bad-reply',
      reply: () => Buffer.from([0x7f, 0xff, 0xff, 0xff]),
    },
    'for a success whose data cannot be read': {
      reason: 'bad-reply',
      reply: (xml) =>
        encodeFrame(
          '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response><result code="1000"><msg>ok</msg></result>' +
            `<resData><creData xmlns="${domainUri}"><name>a</name><crDate>soon</crDate></creData></resData>` +
            `<trID><clTRID>${clTRIDOf(xml)}</clTRID><svTRID>SV-1</svTRID></trID></response></epp>`,
        ),
    },
  };
  for (const [what, { reason, reply }] of Object.entries(replies)) {
    test(what, async () => {
      await using server = await startScripted({
        greeting: greeting(),
        onCommand: (xml, socket) => socket.write(reply(xml)),
      });
      const session = await openSession(server.clientOptions);
      const error = await unknown(session.send(createDomain, createRequest, { clTRID: 'MINE-1' }));
      expect(error).toMatchObject({ reason, clTRID: 'MINE-1' });
      expect(session.isOpen).toBe(false);
    });
  }

  test('when no reply comes in time', async () => {
    const timers = new ManualTimers();
    await using server = await startScripted({ greeting: greeting() });
    const session = await openSession({ ...server.clientOptions, timers });
    const sending = unknown(session.send(createDomain, createRequest, { timeoutMs: 3_000 }));
    await until(() => server.received.length === 2);
    timers.advance(2_999);
    expect(session.isOpen).toBe(true);
    timers.advance(1);
    expect((await sending).reason).toBe('timeout');
    expect(session.isOpen).toBe(false);
  });

  test('when a reply stops in the middle', async () => {
    const timers = new ManualTimers();
    await using server = await startScripted({
      greeting: greeting(),
      onCommand: (xml, socket) => socket.write(response({ clTRID: clTRIDOf(xml) }).subarray(0, 40)),
    });
    const session = await openSession({ ...server.clientOptions, timers });
    const sending = unknown(session.send(createDomain, createRequest, { timeoutMs: 3_000 }));
    await until(() => server.received.length === 2);
    timers.advance(3_000);
    expect((await sending).reason).toBe('timeout');
  });
});

describe('a reply without an id is ours', () => {
  for (const code of [2000, 2001, 2500]) {
    test(`when the server says ${code}, which it may say without having read the id`, async () => {
      await using server = await startScripted({
        greeting: greeting(),
        onCommand: (_, socket) => socket.write(response({ code })),
      });
      const session = await openSession(server.clientOptions);
      expect(await failure(session.send(createDomain, createRequest))).toMatchObject({
        name: 'EppResultError',
        code,
      });
      expect(session.isOpen).toBe(false);
    });
  }
});

test('an unexpected frame ends the session, and the reply before it counts', async () => {
  await using server = await startScripted({
    greeting: greeting(),
    onCommand: (xml, socket) => {
      const reply = response({ clTRID: clTRIDOf(xml) });
      socket.write(Buffer.concat([reply, reply]));
    },
  });
  const session = await openSession(server.clientOptions);
  expect((await session.send(deleteDomain, { name: 'a.example' })).code).toBe(1000);
  await session.closed;
  expect(session.isOpen).toBe(false);
});

describe('hello', () => {
  test('is answered with the greeting', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    expect((await session.hello()).serverId).toBe('EPP registry front');
    expect((await session.send(checkDomains, { names: ['a.example'] })).code).toBe(1000);
    await session.logout();
  });

  test('unanswered ends the session', async () => {
    const timers = new ManualTimers();
    await using server = await startScripted({ greeting: greeting() });
    const session = await openSession({ ...server.clientOptions, timers, commandTimeoutMs: 800 });
    const hello = notSent(session.hello());
    await until(() => server.received.length === 2);
    timers.advance(800);
    expect((await hello).reason).toBe('session-closed');
    expect(session.isOpen).toBe(false);
  });
});

test('logout leaves a server that does not answer', async () => {
  const timers = new ManualTimers();
  await using server = await startScripted({ greeting: greeting() });
  const session = await openSession({ ...server.clientOptions, timers, commandTimeoutMs: 800 });
  const leaving = session.logout();
  await until(() => server.received.length === 2);
  timers.advance(800);
  await leaving;
  expect(session.isOpen).toBe(false);
});

describe('the log', () => {
  test('never has a password or authInfo, not even one the server quotes', async () => {
    await using server = await startScripted({
      greeting: greeting(),
      onCommand: (xml, socket) =>
        socket.write(
          response({ code: 2202, clTRID: clTRIDOf(xml), reason: 'auth-code-1 is wrong' }),
        ),
    });
    const events: EppLogEvent[] = [];
    const session = await openSession({
      ...server.clientOptions,
      log: (event) => events.push(event),
    });
    const error = await failure(session.send(createDomain, createRequest));
    session.destroy('done');
    await session.closed;
    expect(events.map(({ event }) => event)).toEqual([
      'received',
      'opened',
      'sent',
      'received',
      'sent',
      'received',
      'closed',
    ]);
    const everything = JSON.stringify([events, error, String(error)]);
    expect(everything).toContain('shop.example');
    expect(everything).not.toContain('correct horse');
    expect(everything).not.toContain('auth-code-1');
    expect(error).toMatchObject({ reason: expect.stringContaining('*** is wrong') });
  });

  test('has no frames where they are not wanted', async () => {
    await using peer = await startRegistry();
    const events: EppLogEvent[] = [];
    const session = await openSession({
      ...peer.clientOptions,
      log: (event) => events.push(event),
      logsFrames: false,
    });
    await session.send(createDomain, createRequest);
    await session.logout();
    expect(events.map(({ event }) => event)).toEqual(['opened', 'closed']);
  });

  test('that throws changes nothing', async () => {
    await using peer = await startRegistry();
    const log = () => {
      throw new Error('disk full');
    };
    const session = await openSession({ ...peer.clientOptions, log });
    expect((await session.send(createDomain, createRequest)).code).toBe(1000);
    await session.logout();
  });
});
