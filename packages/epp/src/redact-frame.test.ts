/** Logged frames contain no password or authInfo, in any spelling. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { prepareCommand } from './client/prepare-command.ts';
import { createContact } from './codecs/contact/contact-create.ts';
import { createDomain } from './codecs/domain/domain-create.ts';
import { login } from './codecs/session/login.ts';
import { recorded } from './fixtures/recorded.ts';
import { domainUri } from './namespaces.ts';
import { redactFrame } from './redact-frame.ts';

const secret = '2fooBAR!xyzXYZ9';

describe('redactFrame', () => {
  test('hides the passwords of the recorded dialogue and keeps the rest readable', () => {
    const loginFrame = redactFrame(recorded('01-login.req'));
    expect(loginFrame).not.toContain('secret123456');
    expect(loginFrame).toContain('<pw>***</pw>');
    expect(loginFrame).toContain('leonet');
    for (const name of ['03-contact-create.req', '07-domain-create.req', '17-domain-info2.resp']) {
      expect(recorded(name)).toContain(secret);
      const redacted = redactFrame(recorded(name));
      expect(redacted).not.toContain(secret);
      expect(redacted).toContain('CT02688');
    }
  });

  test('does not depend on prefixes', () => {
    const frames = [
      `<x:authInfo xmlns:x="${domainUri}"><x:pw>${secret}</x:pw></x:authInfo>`,
      `<authInfo xmlns="${domainUri}"><pw roid="${secret}">${secret}</pw></authInfo>`,
      `<v:authInfo xmlns:v="urn:vendor"><v:ext><v:code>${secret}</v:code></v:ext></v:authInfo>`,
      `<login xmlns="urn:x"><newPW><![CDATA[${secret}]]></newPW></login>`,
    ];
    for (const frame of frames) expect(redactFrame(frame)).not.toContain(secret);
  });

  test('hides secrets that a message quotes', () => {
    const frame = `<r note="${secret}"><msg>bad authInfo ${secret}</msg></r>`;
    expect(redactFrame(frame, [secret])).toBe('<r note="***"><msg>bad authInfo ***</msg></r>');
  });

  test('shows nothing of a frame that is not XML', () => {
    expect(redactFrame(`<pw>${secret}`)).toBe('[19 bytes that are not XML]');
  });

  test('hides any password of any command', () => {
    const password = fc.stringMatching(/^[!-~]{12,40}$/);
    fc.assert(
      fc.property(password, (secret) => {
        const commands = [
          prepareCommand(
            login,
            {
              clientId: 'leonet',
              password: secret,
              newPassword: secret,
              version: '1.0',
              language: 'en',
              services: { objectUris: [domainUri], extensionUris: [] },
            },
            'ABC-1',
          ),
          prepareCommand(createDomain, { name: 'a.example', authInfo: secret }, 'ABC-2'),
          prepareCommand(
            createContact,
            {
              id: 'CT-1',
              email: 'a@example.com',
              authInfo: secret,
              postalInfos: [{ type: 'int', name: 'A', address: { city: 'B', country: 'NL' } }],
            },
            'ABC-3',
          ),
        ];
        const escaped = secret
          .replaceAll('&', '&amp;')
          .replaceAll('<', '&lt;')
          .replaceAll('>', '&gt;');
        for (const { xml } of commands) {
          expect(xml).toContain(escaped);
          expect(redactFrame(xml)).not.toContain(escaped);
        }
      }),
    );
  });
});
