import { expect, it } from 'vitest';
import { splitText } from './entry-text.ts';

it.each([
  ['domain.register', 'a.com', 'registered a.com for 1 year', 'registered ', ' for 1 year'],
  ['record.create', 'a.com', 'added www CNAME a.com to a.com', 'added www CNAME a.com to ', ''],
  [
    'records.change',
    'a.com',
    'changed the records of a.com: 2 added',
    'changed the records of ',
    ': 2 added',
  ],
  [
    'domain.nameservers_waiting',
    'a.com',
    'is waiting for address records of ns1.a.com before changing the nameservers of a.com',
    'is waiting for address records of ns1.a.com before changing the nameservers of ',
    '',
  ],
] as const)('finds the domain in an entry of %s', (action, subject, text, before, after) => {
  expect(splitText({ action, subject, text })).toEqual({ before, domain: subject, after });
});

it.each([
  ['mail.sent', 'a@a.com', 'emailed “Hello” to a@a.com'],
  ['price.set', 'com', 'set the price of .com to 12'],
  ['domain.register', 'a.com', 'registered aXcom for 1 year'],
  ['tsig_key.revoke', 'a.com and 2 more', 'revoked a dynamic DNS key for a.com and 2 more'],
])('leaves the text of %s whole', (action, subject, text) => {
  expect(splitText({ action, subject, text })).toEqual({ before: text, domain: null, after: '' });
});
