import { describe, expect, it } from 'vitest';
import { countryCodes } from './country-codes.ts';
import { type FormatName, schemaFormats as formats } from './schema-formats.ts';

const cases: Record<FormatName, { readonly good: string[]; readonly bad: string[] }> = {
  line: {
    good: ['Ada', ' Ada ', 'Žižek', '李', "O'Neill", '12 & 14'],
    bad: ['', ' ', '\u00a0', 'a\nb', 'a\tb', 'a\u0000', 'a\u0085', 'a\u2028', 'a\ud800'],
  },
  'line-or-blank': { good: ['', ' ', 'Engines Ltd.'], bad: ['a\nb', '\u0007', '\udc00'] },
  name: { good: ['Ada', 'עדה'], bad: ['', ' ', 'a\nb', 'ada\u202egpj.com', 'a\u2066b'] },
  'workspace-name': {
    good: ['Acme', ' Acme ', 'WS Engines', 'News_Desk', 'wsx'],
    bad: ['', ' ', 'a\nb', 'a\u202eb', 'ws_01hzy', 'WS_01hzy', ' ws_', 'ｗｓ＿01hzy'],
  },
  tag: {
    good: ['web', 'client-acme', '2027.q1', 'a_b', 'x'.repeat(32)],
    bad: ['', 'Web', 'two words', '-web', 'bücher', 'x'.repeat(33)],
  },
  'record-type': {
    good: ['A', 'TLS', 'CAA', 'TYPE65534'],
    bad: ['a', 'TLSA', 'SOA', 'TYPE', 'type1', 'TYPE01', 'TYPE65536', 'TYPE1 '],
  },
  'contact-email': {
    good: ['ada@example.com', 'a+b@sub.example.co.uk', 'ü@bücher.example'],
    bad: [
      '',
      'ada',
      'ada@',
      '@example.com',
      'ada@example',
      'a b@example.com',
      'a@b@c.com',
      'a@b.c\n',
      `${'a'.repeat(250)}@example.com`,
    ],
  },
  'contact-phone': {
    good: ['+1.5555550100', '+44.2079460000', '+999.1234', '+1.12345678901234'],
    bad: [
      '',
      '+1',
      '+1.',
      '+1.123',
      '1.5555550100',
      '+15555550100',
      '+1234.5555',
      '+1.555555x',
      '+1.123456789012345',
      '+1.5555550100\n',
      '+1.٥٥٥٥',
    ],
  },
  'contact-country': {
    good: ['US', 'us', 'Gb', 'De'],
    bad: ['', 'U', 'USA', 'XX', 'UK', 'EU', '\u0131t', 'u\u017f', ' U'],
  },
  instant: {
    good: ['2027-01-31T12:00:00.000Z', '2027-01-31T12:00Z', '2027-01-31T12:00:00+02:00'],
    bad: ['', '2027', '2027-01-31', '2027-01-31T12:00:00', '2027-13-31T12:00:00Z', 'tomorrow'],
  },
  'new-password': {
    good: ['correct horse', '          x', 'пароль-пароль', '🔑🔑🔑🔑🔑🔑🔑🔑🔑🔑'],
    bad: ['', 'too short', '🔑🔑🔑🔑🔑', 'a lone \ud800 surrogate'],
  },
};

describe.each(Object.entries(cases))('%s', (name, { good, bad }) => {
  const format = formats[name as FormatName];

  it.each(good)('takes %j', (value) => expect(format.test(value)).toBe(true));
  it.each(bad)('refuses %j', (value) => expect(format.test(value)).toBe(false));
});

describe('country codes', () => {
  it('are the 249 that ISO 3166-1 assigns', () => {
    expect(countryCodes.size).toBe(249);
    for (const code of countryCodes) expect(code).toMatch(/^[A-Z]{2}$/);
  });
});
