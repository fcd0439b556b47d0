import type { RecordType } from '@hostmaster/dns/records';
import { describe, expect, it } from 'vitest';
import { checkMail, spfTexts } from './mail-check.ts';
import { countSpfLookups } from './spf-lookups.ts';

const domain = 'example.com';

/** Each is written as `name TYPE value`. */
function recordsOf(lines: readonly string[]) {
  return lines.map((line, index) => {
    const [name = '', type = '', ...words] = line.split(' ');
    return {
      id: `rec_${index}`,
      name,
      type: type as RecordType,
      value: words.join(' '),
      ttlSeconds: 300,
    };
  });
}

/** The answers of a resolver; others are not known. */
const texts: Readonly<Record<string, readonly string[]>> = {
  'spf.example.net': ['v=spf1 include:a.example.net include:b.example.net -all', 'other'],
  'a.example.net': ['v=spf1 ip4:192.0.2.1 -all'],
  'b.example.net': ['v=spf1 a mx -all'],
  'loop.example.net': ['v=spf1 include:loop.example.net -all'],
  'none.example.net': ['other'],
  'twice.example.net': ['v=spf1 -all', 'v=spf1 ~all'],
};

async function findingsOf(subject: string, lines: readonly string[]) {
  const records = recordsOf(lines);
  const apex = records.filter(({ name }) => name === '@');
  const [spf, ...others] = spfTexts(apex);
  const lookups =
    spf === undefined || others.length > 0
      ? null
      : await countSpfLookups(spf, async (name) => texts[name] ?? null);
  const findings = checkMail({
    domain,
    apex,
    dmarc: records.filter(({ name }) => name === '_dmarc'),
    dkim: records.filter(({ name }) => name.endsWith('._domainkey')),
    servers: records,
    lookups,
  });
  return findings
    .filter((finding) => finding.subject === subject)
    .map(({ level, message }) => `${level}: ${message}`);
}

describe('the mail of a domain', () => {
  const cases: readonly [
    subject: 'mx' | 'spf' | 'dkim' | 'dmarc',
    lines: readonly string[],
    findings: readonly (string | RegExp)[],
  ][] = [
    ['mx', [], [/^warning: example.com has no MX record, so it may not receive mail\. Add/]],
    ['mx', ['@ MX 0 .'], ['good: example.com refuses all mail with a null MX record.']],
    ['mx', ['@ MX 0 .', '@ MX 1 a.example.net'], [/^problem: There is a null MX record next to/]],
    ['mx', ['@ MX 1 a.example.net'], ['good: Mail for example.com is delivered to 1 server.']],
    ['mx', ['@ MX 1 mx.example.com'], [/^problem: The mail server mx.example.com has no address/]],
    [
      'mx',
      ['@ MX 1 mx.example.com.', 'mx CNAME a.example.net'],
      [/^problem: The mail server mx.example.com is a CNAME/],
    ],
    [
      'mx',
      ['@ MX 1 mx.example.com', 'mx AAAA 2001:db8::1', '@ MX 2 example.com', '@ A 192.0.2.1'],
      ['good: Mail for example.com is delivered to 2 servers.'],
    ],
    ['spf', ['@ TXT other'], [/^warning: example.com has no SPF record/]],
    [
      'spf',
      ['@ TXT v=spf1 mx -all', '@ TXT v=spf1 -all'],
      [/^problem: example.com has 2 SPF records.*\. Merge them into one\.$/],
    ],
    ['spf', ['@ TXT v=spf1 mx +all'], [/^problem: The SPF record allows every server/]],
    ['spf', ['@ TXT v=spf1 all'], [/^problem: The SPF record allows every server/]],
    ['spf', ['@ TXT v=spf1 mx'], [/^warning: The SPF record doesn't say what to do/]],
    [
      'spf',
      ['@ TXT v=spf1 include:spf.example.net ip4:192.0.2.1 -all'],
      // The record itself, two inside of it, and two inside of one of them.
      ['good: The SPF record uses 5 of the 10 DNS lookups allowed.'],
    ],
    [
      'spf',
      ['@ TXT v=spf1 include:unknown.example.net -all'],
      ['good: The SPF record uses at least 1 of the 10 DNS lookups allowed.'],
    ],
    [
      'spf',
      ['@ TXT v=spf1 include:%{d}.example.net -all'],
      ['good: The SPF record uses at least 1 of the 10 DNS lookups allowed.'],
    ],
    [
      'spf',
      ['@ TXT v=spf1 include:loop.example.net -all'],
      ['good: The SPF record uses 2 of the 10 DNS lookups allowed.'],
    ],
    [
      'spf',
      ['@ TXT v=spf1 include:none.example.net include:twice.example.net -all'],
      [
        /^problem: none.example.net has no usable SPF record.*\. Remove include:none/,
        /^problem: twice.example.net has no usable SPF record/,
      ],
    ],
    [
      'spf',
      [`@ TXT v=spf1 ${'a:x.example '.repeat(11)}-all`],
      [/^problem: The SPF record needs 11 DNS lookups, but receivers stop after 10/],
    ],
    ['dkim', ['@ MX 1 a.example.net'], [/^warning: No DKIM key was found/]],
    ['dkim', ['@ MX 0 .'], []],
    [
      'dkim',
      ['s1._domainkey TXT v=DKIM1; p=abc', 's2._domainkey CNAME k.example.net'],
      ['good: DKIM keys were found for these selectors: s1, s2.'],
    ],
    [
      'dkim',
      ['s1._domainkey TXT v=DKIM1; k=rsa'],
      [/^problem: The DKIM record of the selector s1 has no key/],
    ],
    ['dmarc', [], [/^warning: example.com has no DMARC record/]],
    ['dmarc', ['_dmarc CNAME d.example.net'], [/^good: The DMARC policy is set through a CNAME/]],
    ['dmarc', ['_dmarc TXT v=DMARC1; p=none'], [/^warning: The DMARC policy is none/]],
    ['dmarc', ['_dmarc TXT v=DMARC1; p=reject'], [/^good: The DMARC policy is reject/]],
    ['dmarc', ['_dmarc TXT v=DMARC1; p=all'], [/^problem: The DMARC record has no valid policy/]],
    [
      'dmarc',
      ['_dmarc TXT v=DMARC1; p=none', '_dmarc TXT v=DMARC1; p=reject'],
      [/^problem: example.com has 2 DMARC records/],
    ],
  ];
  it.each(cases)('%s of %j', async (subject, lines, findings) => {
    const found = await findingsOf(subject, lines);
    expect(found).toEqual(
      findings.map((each) => (typeof each === 'string' ? each : expect.stringMatching(each))),
    );
  });

  it('reads no more records than receivers do', async () => {
    const asked: string[] = [];
    const { count } = await countSpfLookups('v=spf1 include:0.example.net', async (name) => {
      asked.push(name);
      return [`v=spf1 include:${asked.length}.example.net`];
    });
    expect(asked).toHaveLength(10);
    expect(count).toBe(11);
  });
});
