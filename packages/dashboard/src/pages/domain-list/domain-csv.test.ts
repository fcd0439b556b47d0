import { expect, it } from 'vitest';
import type { ListedDomain } from '../../domains/domains-query.ts';
import { domainCsv, namesInCsv } from './domain-csv.ts';

const domain: ListedDomain = {
  name: 'example.co.uk',
  status: 'active',
  autoRenew: true,
  expiresAt: '2028-01-31T12:00:00.000Z',
  createdAt: '2027-01-31T12:00:00.000Z',
  restorableUntil: null,
  nameservers: ['ns1.example.net', 'ns2.example.net'],
  isSigned: false,
  problem: 'renewal_failed',
  tags: ['client-acme', 'web'],
};

it('writes a row for each domain, below the titles', () => {
  expect(domainCsv([domain])).toBe(
    'Name,Status,Expires,Auto-renew,Registered,Suffix,Tags,Nameservers,DNSSEC,Problem\r\n' +
      'example.co.uk,Active,2028-01-31T12:00:00.000Z,On,2027-01-31T12:00:00.000Z,co.uk,' +
      'client-acme web,ns1.example.net ns2.example.net,Off,Renewal failed\r\n',
  );
});

it.each([
  ['', []],
  ['Name,Tags\r\nExample.com,web\r\n', ['example.com']],
  ['example.com\n\nexample.net\nexample.com', ['example.com', 'example.net']],
  ['"example.com";"a"\n example.org\t7', ['example.com', 'example.org']],
])('reads the names of %j', (text, names) => {
  expect(namesInCsv(text)).toEqual(names);
});

it('reads what it has written', () => {
  expect(namesInCsv(domainCsv([domain]))).toEqual([domain.name]);
});
