/** Every value that XML can carry is read back unchanged. */

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EppValueError } from '../errors.ts';
import { domainUri, eppUri } from '../namespaces.ts';
import { readXml } from './read-xml.ts';
import { writeDocument, writeXml } from './write-xml.ts';
import { textOf, vocabulary, type XmlElement } from './xml-element.ts';

const epp = vocabulary(eppUri);
const domain = vocabulary(domainUri);

// XML 1.0, production 2.
function isXmlCharacter(code: number): boolean {
  if (code === 0x9 || code === 0xa || code === 0xd) return true;
  if (code >= 0x20 && code <= 0xd7ff) return true;
  if (code >= 0xe000 && code <= 0xfffd) return true;
  return code >= 0x1_0000 && code <= 0x10_ffff;
}

function isWritable(text: string): boolean {
  return [...text].every((character) => isXmlCharacter(character.codePointAt(0) ?? 0));
}

const hostile = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom('<', '>', '&', '"', "'", ']', '\r', '\n', '\t', '\0', '\ud800', 'é'),
  }),
);

describe('writeXml', () => {
  test('carries any text and attribute that XML can carry, and refuses the rest', () => {
    fc.assert(
      fc.property(hostile, hostile, (text, attribute) => {
        const element = domain.element('name', { x: attribute }, text);
        if (!isWritable(text) || !isWritable(attribute)) {
          expect(() => writeXml(element)).toThrow(EppValueError);
          return;
        }
        const read = readXml(writeXml(element));
        expect(textOf(read)).toBe(text);
        expect(read.attributes.x).toBe(attribute);
      }),
      { numRuns: 1_000 },
    );
  });

  test('declares each namespace once, with the prefix registries know', () => {
    const tree = epp.element('epp', {}, domain.element('check', {}, domain.leaf('name', 'a')));
    expect(writeDocument(tree)).toBe(
      '<?xml version="1.0" encoding="UTF-8" standalone="no"?>' +
        `<epp xmlns="${eppUri}"><domain:check xmlns:domain="${domainUri}">` +
        '<domain:name>a</domain:name></domain:check></epp>',
    );
  });

  test('gives back any tree of unknown, mixed and absent namespaces', () => {
    const { tree } = fc.letrec<{ tree: XmlElement }>((tie) => ({
      tree: fc.record({
        uri: fc.constantFrom('', eppUri, domainUri, 'urn:vendor:a', 'urn:vendor:b&c'),
        name: fc.constantFrom('a', 'b'),
        attributes: fc.dictionary(
          fc.constantFrom('x', '{urn:vendor:a}x', '{urn:attr}y'),
          fc.constant('v'),
        ),
        children: fc.oneof(
          { maxDepth: 4 },
          fc.constant([]),
          fc.array(tie('tree'), { maxLength: 3 }),
        ),
      }),
    }));
    fc.assert(
      fc.property(tree, (element) => {
        expect(readXml(writeXml(element))).toEqual({
          ...element,
          attributes: { ...element.attributes },
        });
      }),
    );
  });
});
