/**
 * Damaged frames are decoded or refused with EppSyntaxError. Any other exception would leave the
 * outcome of a command unclassified.
 */

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkDomains } from './codecs/domain/domain-check.ts';
import { createDomain } from './codecs/domain/domain-create.ts';
import { infoDomain } from './codecs/domain/domain-info.ts';
import { pollMessage } from './codecs/session/poll.ts';
import { decodeResponse, type EppResponse } from './epp-response.ts';
import { EppSyntaxError } from './errors.ts';
import { recorded } from './fixtures/recorded.ts';
import { redactFrame } from './redact-frame.ts';
import { readXml } from './xml/read-xml.ts';

const domainName = 'demo02688.test';
const cases: readonly { frame: string; decode: (response: EppResponse) => unknown }[] = [
  {
    frame: recorded('02-domain-check.resp'),
    decode: (response) => checkDomains.decodeResult(response, { names: [domainName] }),
  },
  {
    frame: recorded('07-domain-create.resp'),
    decode: (response) => createDomain.decodeResult(response, { name: domainName, authInfo: 'x' }),
  },
  {
    frame: recorded('17-domain-info2.resp'),
    decode: (response) => infoDomain.decodeResult(response, { name: domainName }),
  },
  {
    frame: recorded('18-poll-req.resp'),
    decode: (response) => pollMessage.decodeResult(response, {}),
  },
];

const damage = fc.record({
  number: fc.nat(cases.length - 1),
  // Evenly spread: the usual bias towards small numbers would only ever hit the declaration.
  at: fc.noBias(fc.nat(9_999)),
  removed: fc.nat(8),
  inserted: fc.oneof(
    fc.string({ maxLength: 6 }),
    fc.constantFrom('<', '</', '&', '"', '/>', '\0', '<x>', '&#0;'),
  ),
});

test('a damaged frame is read or refused, nothing else', () => {
  const outcomes = { read: 0, refused: 0 };
  fc.assert(
    fc.property(damage, ({ number, at, removed, inserted }) => {
      const { frame, decode } = cases[number] ?? expect.fail('no such case');
      const start = Math.floor((at / 10_000) * frame.length);
      const xml = frame.slice(0, start) + inserted + frame.slice(start + removed);
      try {
        decode(decodeResponse(readXml(xml)));
        outcomes.read += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(EppSyntaxError);
        outcomes.refused += 1;
      }
      expect(redactFrame(xml)).toBeTypeOf('string');
    }),
    { numRuns: 2_000 },
  );
  expect(outcomes.read).toBeGreaterThan(50);
  expect(outcomes.refused).toBeGreaterThan(500);
});

test('bytes that were never a frame are refused', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
      expect(() => decodeResponse(readXml(bytes))).toThrow(EppSyntaxError);
    }),
    { numRuns: 500 },
  );
});
