/**
 * From the TLS handshake to the accepted login: certificate checks, announced services, and that
 * every failure is an EppNotSentError.
 */

import { createServer } from 'node:net';
import { describe, expect, test } from 'vitest';
import { EppResultError } from '../epp-result-error.ts';
import { notSent } from '../fixtures/expect-errors.ts';
import { ManualTimers } from '../fixtures/manual-timers.ts';
import { pem, startRegistry, until } from '../fixtures/registry-peer.ts';
import { greeting, startScripted } from '../fixtures/scripted-server.ts';
import { domainUri, rgpUri } from '../namespaces.ts';
import { openSession } from './epp-session.ts';
import type { SessionOptions } from './session-options.ts';

describe('connecting', () => {
  test('logs in over TLS with a client certificate', async () => {
    await using peer = await startRegistry();
    const session = await openSession(peer.clientOptions);
    expect(session.isOpen).toBe(true);
    expect(peer.registry.calls).toEqual(['login']);
    await session.logout();
    expect(session.isOpen).toBe(false);
  });

  const untrusted: Record<string, (options: SessionOptions) => SessionOptions> = {
    'a server of another authority': (options) => ({
      ...options,
      tls: { ...options.tls, ca: pem('other-ca') },
    }),
    'a certificate for another name': (options) => ({
      ...options,
      tls: { ...options.tls, servername: 'registry.example' },
    }),
    'the system authorities alone': ({ tls: _, ...options }) => options,
  };
  for (const [what, change] of Object.entries(untrusted)) {
    test(`does not trust ${what}`, async () => {
      await using peer = await startRegistry();
      const error = await notSent(openSession(change(peer.clientOptions)));
      expect(error.reason).toBe('connect');
      expect(peer.registry.calls).toEqual([]);
    });
  }

  test('trusts the right name given apart from the address', async () => {
    await using peer = await startRegistry();
    const tls = { ...peer.clientOptions.tls, servername: 'localhost' };
    const session = await openSession({ ...peer.clientOptions, tls });
    await session.logout();
  });

  test('is turned away without a client certificate', async () => {
    await using peer = await startRegistry();
    const error = await notSent(openSession({ ...peer.clientOptions, tls: { ca: pem('ca') } }));
    // With TLS 1.3 the client learns this only after its side of the handshake.
    expect(['connect', 'greeting']).toContain(error.reason);
    expect(peer.registry.calls).toEqual([]);
  });

  test('fails without a listener', async () => {
    const peer = await startRegistry();
    await peer.server.close();
    expect((await notSent(openSession(peer.clientOptions))).reason).toBe('connect');
  });

  test('gives up a handshake that never ends', async () => {
    const timers = new ManualTimers();
    let accepted = false;
    const deaf = createServer((socket) => {
      accepted = true;
      socket.on('error', () => {});
    });
    await new Promise<void>((resolve) => deaf.listen(0, '127.0.0.1', resolve));
    const address = deaf.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const credentials = { clientId: 'registrar-1', password: 'correct horse' };
    const opening = notSent(
      openSession({ host: '127.0.0.1', port, credentials, timers, connectTimeoutMs: 500 }),
    );
    await until(() => accepted);
    timers.advance(499);
    expect(timers.dueInMs).toEqual([1]);
    timers.advance(1);
    expect((await opening).reason).toBe('connect');
    deaf.close();
  });

  test('can be cancelled', async () => {
    await using server = await startScripted({});
    const controller = new AbortController();
    const opening = notSent(openSession({ ...server.clientOptions, signal: controller.signal }));
    await until(() => server.sockets.length === 1);
    controller.abort();
    expect((await opening).reason).toMatch(/connect|greeting/);
  });
});

describe('the greeting', () => {
  test('is awaited for a limited time', async () => {
    const timers = new ManualTimers();
    await using server = await startScripted({});
    const opening = notSent(
      openSession({ ...server.clientOptions, timers, greetingTimeoutMs: 700 }),
    );
    await until(() => timers.dueInMs.includes(700));
    timers.advance(700);
    expect((await opening).reason).toBe('greeting');
  });

  test('must be a greeting', async () => {
    for (const text of [
      '<hello/>',
      'HTTP/1.1 400',
      '<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><hello/></epp>',
    ]) {
      await using server = await startScripted({ greeting: text });
      expect((await notSent(openSession(server.clientOptions))).reason).toBe('greeting');
    }
  });

  test('decides which services the login announces', async () => {
    const extensionUris = ['https://vendor.example/epp/funds-1.0', rgpUri];
    await using server = await startScripted({
      greeting: greeting({
        objectUris: [domainUri, 'urn:vendor:thing-1.0'],
        extensionUris,
        languages: ['fr'],
      }),
    });
    const session = await openSession(server.clientOptions);
    const uris = [...(server.received[0] ?? '').matchAll(/<(obj|ext)URI>(.*?)</g)].map(
      (match) => match[2],
    );
    expect(uris).toEqual([domainUri, rgpUri]);
    expect(server.received[0]).toContain('<lang>fr</lang>');
    expect(session.services).toEqual({ objectUris: [domainUri], extensionUris: [rgpUri] });
    session.destroy('done');
  });

  test('without a common object makes a login impossible', async () => {
    await using server = await startScripted({
      greeting: greeting({ objectUris: ['urn:vendor:thing-1.0'] }),
    });
    expect((await notSent(openSession(server.clientOptions))).reason).toBe('login');
    expect(server.received).toEqual([]);
  });
});

describe('the login', () => {
  test('refused says so, with the code', async () => {
    await using peer = await startRegistry();
    const credentials = { clientId: 'registrar-1', password: 'wrong password' };
    const error = await notSent(openSession({ ...peer.clientOptions, credentials }));
    expect(error.reason).toBe('login');
    expect(error.cause).toBeInstanceOf(EppResultError);
    expect(error.cause).toMatchObject({ code: 2200 });
  });

  test('unanswered fails after the command timeout', async () => {
    const timers = new ManualTimers();
    await using peer = await startRegistry();
    peer.faults.add({ kind: 'greeting-then-silence' });
    const opening = notSent(openSession({ ...peer.clientOptions, timers, commandTimeoutMs: 900 }));
    await until(() => peer.faults.remaining === 0);
    timers.advance(900);
    expect((await opening).reason).toBe('login');
  });

  test('with a password the schema forbids is never sent', async () => {
    await using peer = await startRegistry();
    const credentials = { clientId: 'registrar-1', password: 'two  spaces' };
    const error = await notSent(openSession({ ...peer.clientOptions, credentials }));
    expect(error).toMatchObject({ reason: 'login', cause: { field: 'password' } });
    expect(peer.registry.calls).toEqual([]);
  });
});
