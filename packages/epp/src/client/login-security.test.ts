/** Login security (RFC 8807), as it is on the wire and through the front. */

import { describe, expect, test } from 'vitest';
import { failure, notSent } from '../fixtures/expect-errors.ts';
import { startRegistry } from '../fixtures/registry-peer.ts';
import { clTRIDOf, greeting, startScripted } from '../fixtures/scripted-server.ts';
import { EppRefusal } from '../front/epp-backend.ts';
import { domainUri, loginSecUri } from '../namespaces.ts';
import { openSession } from './epp-session.ts';
import type { EppLogEvent } from './session-options.ts';

const long = 'a password of more than sixteen characters';
const userAgent = { app: 'Hostmaster 1.0', tech: 'Node.js', os: 'linux' };
const offered = greeting({ objectUris: [domainUri], extensionUris: [loginSecUri] });

function accepted(xml: string, events: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
    <epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response>
      <result code="1000"><msg>Command completed successfully</msg></result>
      <extension><ls:loginSecData xmlns:ls="${loginSecUri}">${events}</ls:loginSecData></extension>
      <trID><clTRID>${clTRIDOf(xml)}</clTRID><svTRID>SV-1</svTRID></trID>
    </response></epp>`;
}

describe('the login with login security', () => {
  test('carries long passwords and the software in the extension', async () => {
    await using server = await startScripted({ greeting: offered });
    const session = await openSession({
      ...server.clientOptions,
      credentials: { clientId: 'registrar-1', password: long },
      newPassword: `${long}, a new one`,
      userAgent,
    });
    const [xml = ''] = server.received;
    expect(xml).toContain('<pw>[LOGIN-SECURITY]</pw><newPW>[LOGIN-SECURITY]</newPW>');
    expect(xml).toContain(
      `<extension><loginSec:loginSec xmlns:loginSec="${loginSecUri}">` +
        '<loginSec:userAgent><loginSec:app>Hostmaster 1.0</loginSec:app>' +
        '<loginSec:tech>Node.js</loginSec:tech><loginSec:os>linux</loginSec:os></loginSec:userAgent>' +
        `<loginSec:pw>${long}</loginSec:pw><loginSec:newPW>${long}, a new one</loginSec:newPW>` +
        '</loginSec:loginSec></extension>',
    );
    session.destroy('done');
  });

  test('keeps passwords of up to 16 characters in their place', async () => {
    await using server = await startScripted({ greeting: offered });
    const session = await openSession(server.clientOptions);
    expect(server.received[0]).toContain('<pw>correct horse</pw>');
    expect(server.received[0]).not.toContain('loginSec:');
    session.destroy('done');
  });

  test('is as before where the server does not offer the extension', async () => {
    await using server = await startScripted({ greeting: greeting({ extensionUris: [] }) });
    const credentials = { clientId: 'registrar-1', password: long };
    const session = await openSession({ ...server.clientOptions, credentials, userAgent });
    expect(server.received[0]).toContain(`<pw>${long}</pw>`);
    expect(server.received[0]).not.toContain('loginSec');
    session.destroy('done');
  });

  test('reads what the server says, also what it does not know', async () => {
    await using server = await startScripted({
      greeting: offered,
      onLogin: (xml) =>
        accepted(
          xml,
          `<ls:event type="password" level="warning" exDate="2030-04-01T22:00:00.0Z" lang="en">
             Password expires soon</ls:event>
           <ls:event type="certificate" level="error" exDate="tomorrow">Renew it</ls:event>
           <ls:event type="stat" name="failedLogins" level="warning" value="100" duration="P1D"/>
           <ls:event type="moon" level="full">Unknown</ls:event>`,
        ),
    });
    const events: EppLogEvent[] = [];
    const session = await openSession({
      ...server.clientOptions,
      log: (event) => events.push(event),
    });
    const expected = [
      {
        type: 'password',
        level: 'warning',
        expiresAt: new Date('2030-04-01T22:00:00Z'),
        text: 'Password expires soon',
      },
      { type: 'certificate', level: 'error', text: 'Renew it' },
      {
        type: 'stat',
        level: 'warning',
        name: 'failedLogins',
        value: '100',
        duration: 'P1D',
        text: '',
      },
      { type: 'moon', level: 'warning', text: 'Unknown' },
    ];
    expect(session.loginEvents).toEqual(expected);
    expect(events).toContainEqual(
      expect.objectContaining({ event: 'login-events', events: expected }),
    );
    session.destroy('done');
  });
});

describe('through the front', () => {
  test('long passwords arrive, and events come back, with a refusal too', async () => {
    await using peer = await startRegistry();
    const seen: unknown[] = [];
    const expiresAt = new Date('2030-02-01T00:00:00Z');
    peer.registry.login = async ({ password, newPassword, userAgent }) => {
      seen.push({ password, newPassword, userAgent });
      const expired = { type: 'password', level: 'error' as const, text: 'Expired in March' };
      if (newPassword === undefined) throw new EppRefusal(2200, undefined, [expired]);
      return [{ type: 'password', level: 'warning' as const, expiresAt, text: 'Expires' }];
    };
    const credentials = { clientId: 'registrar-1', password: long };
    const options = { ...peer.clientOptions, credentials, userAgent };
    const refused = await notSent(openSession(options));
    expect(refused.message).toContain('Expired in March');
    const session = await openSession({ ...options, newPassword: `${long} 2` });
    expect(session.loginEvents).toEqual([
      { type: 'password', level: 'warning', expiresAt, text: 'Expires' },
    ]);
    expect(seen).toEqual([
      { password: long, newPassword: undefined, userAgent },
      { password: long, newPassword: `${long} 2`, userAgent },
    ]);
    await session.logout();
  });

  test('a placeholder without a password is refused', async () => {
    await using peer = await startRegistry();
    const credentials = { clientId: 'registrar-1', password: '[LOGIN-SECURITY]' };
    const error = await failure(openSession({ ...peer.clientOptions, credentials }));
    expect(error).toMatchObject({ reason: 'login', cause: { code: 2003 } });
  });
});
