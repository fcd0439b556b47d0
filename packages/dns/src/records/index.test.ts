import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fromHex, toHex } from '../bytes.ts';
import {
  isRecordType,
  parseRecordValue,
  quoteText,
  recordGrammars,
  recordRdata,
  recordTypes,
  recordValueOf,
  specifiedTypes,
} from './index.ts';
import { publishedHex, refusal } from './value-expectations.ts';

const context = { origin: 'example.com' };

describe('record types', () => {
  it('are the twelve of the specification and the additions, in the order of the alphabet', () => {
    expect(specifiedTypes.join(' ')).toBe('A AAAA ALIAS CNAME HTTPS MX NS PTR SRV SVCB TLS TXT');
    expect(Object.keys(recordGrammars)).toEqual([...recordTypes]);
    expect(recordTypes.toSorted()).toEqual([...recordTypes]);
    const added = recordTypes.filter((type) => specifiedTypes.every((one) => one !== type));
    expect(added.join(' ')).toBe(
      'CAA CERT DNAME DS HINFO LOC NAPTR OPENPGPKEY RP SMIMEA SSHFP URI',
    );
    for (const type of recordTypes) expect(recordGrammars[type].type).toBe(type);
  });

  it('are spelled exactly', () => {
    for (const type of recordTypes) expect(isRecordType(type)).toBe(true);
    for (const other of ['TYPE1', 'TYPE65534']) expect(isRecordType(other)).toBe(true);
    for (const other of [
      'type1',
      'TYPE01',
      'TYPE65536',
      'TYPE',
      'TYPE1x',
      'a',
      'Mx',
      'TLSA',
      'SOA',
      '',
      'toString',
      '__proto__',
      1,
      null,
      ['A'],
    ]) {
      expect(isRecordType(other)).toBe(false);
    }
  });
});

describe.each(recordTypes)('%s', (type) => {
  const grammar = recordGrammars[type];

  it('accepts its own examples without a warning', () => {
    expect(grammar.examples.length).toBeGreaterThan(0);
    for (const example of grammar.examples) {
      const result = parseRecordValue(type, example, context);
      expect(result).toMatchObject({ ok: true });
      expect(result).not.toHaveProperty('warning');
    }
  });

  it('accepts its form fields joined by one space', () => {
    const value = grammar.fields
      .map(({ kind, example }) => (kind === 'string' ? quoteText(example) : example))
      .join(' ');
    expect(parseRecordValue(type, value, context)).toMatchObject({ ok: true });
  });

  it('refuses the empty value and broken text', () => {
    expect(refusal(type, '')).toContain(`expected ${grammar.format}`);
    expect(refusal(type, 'a\ud800')).toContain('surrogate');
    expect(refusal(type, 'x'.repeat(20_000))).toContain('20000 characters');
  });

  if (type !== 'TXT') {
    it('refuses control characters', () => {
      for (const character of ['\0', '\n', '\r', '\t', '\u001b', '\u007f']) {
        expect(refusal(type, `${grammar.examples[0]}${character}`)).toContain('control character');
      }
    });
  }

  if (type !== 'TXT' && type !== 'TLS') {
    it('refuses blanks around the value', () => {
      expect(refusal(type, ` ${grammar.examples[0]}`)).toContain('blanks');
      expect(refusal(type, `${grammar.examples[0]} `)).toContain('blanks');
    });
  }

  it('never throws, whatever the text', () => {
    const word = fc.oneof(
      fc.constantFrom('0', '1', '10', '65536', '.', '@', 'a.example', '::', '"', '\\', '=', ' '),
      fc.constantFrom('alpn=', 'mandatory=', 'port', 'ipv4hint=', 'key9', ',', 'ab', '1.2.3.4'),
      fc.string({ unit: 'binary', maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(word, { maxLength: 8 }), fc.boolean(), (words, spaced) => {
        const result = parseRecordValue(type, words.join(spaced ? ' ' : ''), context);
        if (!result.ok) expect(result.message).not.toBe('');
      }),
    );
  });

  it('has a published form that reads back as the same octets', () => {
    for (const example of grammar.examples) {
      const result = parseRecordValue(type, example, context);
      const published = result.ok ? recordRdata(result.data) : null;
      if (published === null) continue;
      const back = recordValueOf(published);
      expect(back.type).toBe(type);
      expect(publishedHex(type, back.value)).toBe(toHex(published.rdata));
    }
    expect(grammar.wire === null).toBe(type === 'ALIAS');
  });
});

describe('recordValueOf', () => {
  it('shows wire data as values of the API', () => {
    const mx = fromHex('000a046d61696c076578616d706c65036e657400') ?? new Uint8Array();
    expect(recordValueOf({ typeCode: 15, rdata: mx })).toEqual({
      type: 'MX',
      value: '10 mail.example.net.',
    });
    const tlsa = Uint8Array.of(3, 1, 0, 0xab);
    expect(recordValueOf({ typeCode: 52, rdata: tlsa })).toEqual({
      type: 'TLS',
      value: '3 1 0 ab',
    });
  });

  it('refuses types that no record can have', () => {
    const soa = { typeCode: 6, rdata: new Uint8Array(22) };
    expect(() => recordValueOf(soa)).toThrow('the SOA record of a zone is generated');
  });
});
