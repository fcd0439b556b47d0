import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { concatBytes, toHex } from '../bytes.ts';
import { parseRecordValue } from './index.ts';
import { txtCodec } from './txt.ts';
import { publishedHex, refusal } from './value-expectations.ts';

const context = { origin: 'example.com' };
const utf8 = new TextEncoder();

function stringsOf(value: string): string[] {
  const result = parseRecordValue('TXT', value, context);
  if (!result.ok || result.data.type !== 'TXT') return expect.unreachable(value);
  return result.data.strings.map((string) => new TextDecoder('latin1').decode(string));
}

describe('TXT', () => {
  it.each([
    ['v=spf1 -all', ['v=spf1 -all']],
    [' leading and trailing ', [' leading and trailing ']],
    ['semi;colon', ['semi;colon']],
    ['back\\slash \\065', ['back\\slash \\065']],
    ['say "hi"', ['say "hi"']],
    ['"unclosed', ['"unclosed']],
    ['"a" b', ['"a" b']],
    ['"a"b"', ['"a"b"']],
    ['"bad \\999"', ['"bad \\999"']],
    ['"bad \\"', ['"bad \\"']],
    ['line\nbreak\ttab', ['line\nbreak\ttab']],
  ])('takes %j literally', (value, strings) => {
    expect(stringsOf(value)).toEqual(strings);
  });

  it.each([
    ['"one"', ['one']],
    ['"one" "two"', ['one', 'two']],
    ['"one""two"', ['one', 'two']],
    ['""', ['']],
    ['"a b; c"', ['a b; c']],
    ['"say \\"hi\\""', ['say "hi"']],
    ['"\\065\\000\\255"', ['A\u0000\u00ff']],
    ['"\\\\"', ['\\']],
  ])('reads the quoted strings of %j', (value, strings) => {
    const latin1 = strings.map((string) => Buffer.from(string, 'latin1').toString('hex'));
    const result = parseRecordValue('TXT', value, context);
    if (!result.ok || result.data.type !== 'TXT') return expect.unreachable(value);
    expect(result.data.strings.map(toHex)).toEqual(latin1);
  });

  it('splits at 255 octets, counting UTF-8', () => {
    expect(publishedHex('TXT', 'x'.repeat(255))).toBe(`ff${'78'.repeat(255)}`);
    expect(publishedHex('TXT', 'x'.repeat(600))).toBe(
      `ff${'78'.repeat(255)}ff${'78'.repeat(255)}5a${'78'.repeat(90)}`,
    );
    expect(publishedHex('TXT', `"${'x'.repeat(256)}"`)).toBe(`ff${'78'.repeat(255)}0178`);
    expect(publishedHex('TXT', 'é'.repeat(128))).toBe(`ff${'c3a9'.repeat(127)}c301a9`);
  });

  it.each([
    ['', 'empty'],
    ['a\0b', 'NUL'],
    ['x'.repeat(4097), '4097 octets'],
    ['é'.repeat(2049), '4098 octets'],
    ['\udc00', 'surrogate'],
  ])('refuses %#', (value, reason) => {
    expect(refusal('TXT', value)).toContain(reason);
  });

  it('takes exactly 4096 octets, raw or all escaped', () => {
    const all = publishedHex('TXT', 'x'.repeat(4096));
    expect(all.length).toBe(2 * (4096 + 17));
    expect(publishedHex('TXT', `"${'\\120'.repeat(4096)}"`)).toBe(all);
    expect(refusal('TXT', `"${'\\120'.repeat(4097)}"`)).toContain('4097 octets');
  });

  it('keeps every octet of raw text that is not a sequence of quoted strings', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', minLength: 1 }), (text) => {
        fc.pre(!text.startsWith('"') && !text.includes('\0'));
        const result = parseRecordValue('TXT', text, context);
        if (!result.ok || result.data.type !== 'TXT') return expect.unreachable(text);
        expect(concatBytes(result.data.strings)).toEqual(utf8.encode(text));
      }),
    );
  });

  it('reads back the quoted form of any octets', () => {
    const strings = fc.array(fc.uint8Array({ maxLength: 255 }), { minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(strings, (octets) => {
        const text = txtCodec.toText({ type: 'TXT', strings: octets });
        expect(publishedHex('TXT', text)).toBe(
          toHex(txtCodec.encode({ type: 'TXT', strings: octets })),
        );
      }),
    );
  });
});
