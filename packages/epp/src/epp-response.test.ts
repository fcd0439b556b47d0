/** Responses as servers write them, RFC 5730 section 2.6, including slightly wrong ones. */

import { describe, expect, test } from 'vitest';
import { pollMessage } from './codecs/session/poll.ts';
import { decodeResponse } from './epp-response.ts';
import { EppSyntaxError } from './errors.ts';
import { domainUri } from './namespaces.ts';
import { readXml } from './xml/read-xml.ts';

const resultXml = '<result code="1000"><msg>ok</msg></result>';
const trIDXml = '<trID><clTRID>CL-1</clTRID><svTRID>SV-1</svTRID></trID>';

function decode(content: string) {
  return decodeResponse(
    readXml(`<epp xmlns="urn:ietf:params:xml:ns:epp-1.0"><response>${content}</response></epp>`),
  );
}

describe('decodeResponse', () => {
  test('keeps the values and reasons of every result', () => {
    const failed =
      '<result code="2005"><msg lang="en">Parameter  value\n syntax error</msg>' +
      `<value><d:name xmlns:d="${domainUri}">-</d:name></value>` +
      `<extValue><value><d:name xmlns:d="${domainUri}">-</d:name></value><reason>no  hyphen</reason></extValue></result>`;
    const response = decode(`${failed}<result code="2003"><msg>missing</msg></result>${trIDXml}`);
    expect(response).toMatchObject({
      code: 2005,
      message: 'Parameter value syntax error',
      svTRID: 'SV-1',
    });
    expect(response.results.map(({ code }) => code)).toEqual([2005, 2003]);
    expect(response.results[0]?.values).toHaveLength(1);
    expect(response.results[0]?.extValues).toMatchObject([
      { value: { uri: domainUri, name: 'name', children: ['-'] }, reason: 'no hyphen' },
    ]);
  });

  test('reads the message queue that rides along', () => {
    const queue =
      '<msgQ count="5" id="12345"><qDate>2030-01-01T00:00:00.0Z</qDate><msg>a <b>mixed</b> text</msg></msgQ>';
    expect(decode(resultXml + queue + trIDXml).messageQueue).toEqual({
      count: 5,
      id: '12345',
      queuedAt: new Date('2030-01-01T00:00:00Z'),
      text: 'a mixed text',
    });
  });

  test('does not lose an answer over a queue it cannot read', () => {
    expect(decode(`${resultXml}<msgQ count="many"/>${trIDXml}`)).not.toHaveProperty('messageQueue');
    const undated = '<msgQ count="1" id="7"><qDate>yesterday</qDate></msgQ>';
    expect(decode(resultXml + undated + trIDXml).messageQueue).toEqual({ count: 1, id: '7' });
  });

  test('does not lose a poll message over a notice it cannot read', () => {
    const notice = `<panData xmlns="${domainUri}"><name paResult="perhaps">a</name></panData>`;
    const response = decode(
      `${resultXml}<msgQ count="1" id="7"/><resData>${notice}</resData>${trIDXml}`,
    );
    const message = pollMessage.decodeResult(response, {});
    expect(message).not.toHaveProperty('pendingAction');
    expect(message).toMatchObject({ queue: { id: '7' }, resData: [{ name: 'panData' }] });
  });

  test('reads dates with any zone, and without one as UTC', () => {
    const at = (text: string) =>
      decode(`${resultXml}<msgQ count="1" id="7"><qDate>${text}</qDate></msgQ>${trIDXml}`)
        .messageQueue?.queuedAt;
    expect(at('2030-06-01T02:00:00+02:00')).toEqual(new Date('2030-06-01T00:00:00Z'));
    expect(at('2030-06-01T00:00:00.123456Z')).toEqual(new Date('2030-06-01T00:00:00.123Z'));
    expect(at('2030-06-01T00:00:00')).toEqual(new Date('2030-06-01T00:00:00Z'));
    expect(at('2030-06-01')).toEqual(new Date('2030-06-01T00:00:00Z'));
    expect(at('2030-02-30T00:00:00Z')).toBeUndefined();
    expect(at('2030-06-01T00:00:00ZZ')).toBeUndefined();
  });

  const refused: Record<string, string> = {
    'no result': trIDXml,
    'a code that is no number': `<result code="OK"><msg>ok</msg></result>${trIDXml}`,
    'no code': `<result><msg>ok</msg></result>${trIDXml}`,
    'no transaction ids': resultXml,
  };
  for (const [what, content] of Object.entries(refused)) {
    test(`refuses a response with ${what}`, () => {
      expect(() => decode(content)).toThrow(EppSyntaxError);
    });
  }

  test('refuses elements of another namespace that look right', () => {
    const foreign = `<epp xmlns="urn:other"><response>${resultXml}${trIDXml}</response></epp>`;
    expect(() => decodeResponse(readXml(foreign))).toThrow(EppSyntaxError);
  });
});
