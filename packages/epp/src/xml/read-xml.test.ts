/** What a document must not contain, and that prefixes do not matter. */

import { describe, expect, test } from 'vitest';
import { EppSyntaxError } from '../errors.ts';
import { readXml } from './read-xml.ts';
import { tokenOf, vocabulary } from './xml-element.ts';

const words = vocabulary('urn:one');

describe('readXml', () => {
  test('matches by namespace, whatever the prefix', () => {
    const spellings = [
      '<a xmlns="urn:one"><b>x</b></a>',
      '<p:a xmlns:p="urn:one"><p:b>x</p:b></p:a>',
      '<p:a xmlns:p="urn:one"><q:b xmlns:q="urn:one">x</q:b></p:a>',
    ];
    for (const spelling of spellings) expect(words.token(readXml(spelling), 'b')).toBe('x');
  });

  test('does not take an element of another namespace for ours', () => {
    const root = readXml('<one:a xmlns:one="urn:one"><one:b xmlns:one="urn:two">x</one:b></one:a>');
    expect(words.child(root, 'b')).toBeUndefined();
  });

  test('reads escapes, CDATA and comments as text', () => {
    expect(tokenOf(readXml('<a>1 &lt; <!-- no -->&#x32;<![CDATA[ & 3]]></a>'))).toBe('1 < 2 & 3');
  });

  test('keeps qualified attributes apart from plain ones', () => {
    const root = readXml('<a t="1" x:t="2" xmlns:x="urn:x"/>');
    expect(root.attributes).toEqual({ t: '1', '{urn:x}t': '2' });
  });

  const refused: Record<string, string | Uint8Array> = {
    'a document type': '<!DOCTYPE a><a/>',
    'an internal subset': '<!DOCTYPE a [<!ENTITY e "boom">]><a>&e;</a>',
    'an external entity': '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]><a>&e;</a>',
    'an undeclared entity': '<a>&nbsp;</a>',
    'a processing instruction': '<?xml-stylesheet href="x"?><a/>',
    'a processing instruction inside': '<a><?php ?></a>',
    'an encoding that is not UTF-8': '<?xml version="1.0" encoding="ISO-8859-1"?><a/>',
    'XML 1.1': '<?xml version="1.1"?><a/>',
    'bytes that are not UTF-8': Uint8Array.from([0x3c, 0x61, 0x3e, 0xff, 0x3c, 0x2f, 0x61, 0x3e]),
    'a prefix without namespace': '<p:a/>',
    'an unclosed element': '<a><b></a>',
    'two roots': '<a/><a/>',
    'no root': '  ',
    'a control character reference': '<a>&#1;</a>',
    'an attribute given twice': '<a b="1" b="2"/>',
  };
  for (const [what, source] of Object.entries(refused)) {
    test(`refuses ${what}`, () => expect(() => readXml(source)).toThrow(EppSyntaxError));
  }

  test('refuses elements nested deeper than 64, accepts 64', () => {
    const nested = (depth: number) => '<a>'.repeat(depth) + '</a>'.repeat(depth);
    expect(readXml(nested(64)).name).toBe('a');
    expect(() => readXml(nested(65))).toThrow(/deeper/);
  });

  test('refuses more elements than any answer needs', () => {
    expect(() => readXml(`<a>${'<b/>'.repeat(50_000)}</a>`)).toThrow(/elements/);
  });
});
