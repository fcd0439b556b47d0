/** Records of all types, with names and values that encoders often get wrong. */
import type { RecordType } from '@hostmaster/dns/records';

export interface TestRecord {
  readonly type: RecordType;
  readonly name: string;
  readonly value: string;
  readonly ttl?: number;
}

export const hostileRecords: readonly TestRecord[] = [
  { type: 'A', name: '@', value: '192.0.2.1' },
  { type: 'A', name: 'www', value: '192.0.2.2', ttl: 60 },
  { type: 'AAAA', name: 'www', value: '2001:DB8::2', ttl: 86_400 },
  { type: 'A', name: '*', value: '192.0.2.3' },
  { type: 'TXT', name: '*.deep', value: 'below a name that has nothing itself' },
  { type: 'CNAME', name: 'alias', value: 'WWW.Example.NET.' },
  { type: 'CNAME', name: 'bücher', value: 'bücher.example.net' },
  { type: 'MX', name: '@', value: 'mail.example.net' },
  { type: 'MX', name: '@', value: '20 backup.example.net.' },
  { type: 'MX', name: 'nomail', value: '0 .' },
  { type: 'NS', name: 'sub', value: 'ns1.sub.example.net' },
  { type: 'PTR', name: '1', value: 'host.example.net' },
  { type: 'SRV', name: '_sip._tcp', value: '10 5 5060 sip.example.net' },
  { type: 'SVCB', name: '_dns.resolver', value: '1 dot.example.net alpn="dot" port=853' },
  {
    type: 'HTTPS',
    name: '@',
    value: '1 . alpn="h2,h3" ipv4hint=192.0.2.1 ipv6hint=2001:db8::1',
  },
  { type: 'HTTPS', name: 'www', value: '0 cdn.example.net' },
  { type: 'TLS', name: '_443._tcp', value: `3 1 1 ${'AB'.repeat(32)}` },
  { type: 'TLS', name: 'notes', value: 'no TLSA at all; just "text"' },
  { type: 'ALIAS', name: 'flat', value: 'nowhere.invalid' },
  { type: 'TXT', name: '@', value: 'v=spf1 include:_spf.example.net -all' },
  { type: 'TXT', name: 'quotes', value: 'say "hi"; it\'s $5 (or \\ more) @ home' },
  { type: 'TXT', name: 'quotes', value: '"one string" "and; another \\"quoted\\" \\092 \\200"' },
  { type: 'TXT', name: 'backslash', value: '\\' },
  { type: 'TXT', name: 'backslashes', value: '\\\\"\\;\\000\\' },
  { type: 'TXT', name: 'blanks', value: '  leading, trailing and\ttab  ' },
  { type: 'TXT', name: 'long', value: `k=rsa; p=${'A"\\;'.repeat(148)}` },
  { type: 'TXT', name: 'unicode', value: 'grüße aus München ✓ 日本' },
  { type: 'TXT', name: '_acme-challenge', value: 'tokenTOKENtoken' },
  { type: 'TXT', name: 'a.b.c.d', value: 'deep' },
  { type: 'CAA', name: '@', value: '0 issue "ca.example.net; account=a\\"b"' },
  { type: 'CAA', name: '@', value: '128 IODEF mailto:ca@example.net' },
  { type: 'CAA', name: 'caa', value: '255 x "y"' },
  { type: 'CERT', name: 'cert', value: 'IPGP 65535 PRIVATEDNS AAEC AwQ=' },
  { type: 'DS', name: 'sub', value: `1 ECDSAP256SHA256 2 ${'AB '.repeat(32).trim()}` },
  { type: 'DS', name: 'sub', value: '65535 255 255 00' },
  { type: 'DS', name: 'alone', value: `1 8 1 ${'cd'.repeat(20)}` },
  { type: 'HINFO', name: 'hinfo', value: '"" "a \\"b\\" \\255"' },
  { type: 'LOC', name: 'loc', value: '90 S 180 W -100000m 20000000m 0m 0.09m' },
  { type: 'LOC', name: 'loc', value: '0 0 0.001 n 179 59 59.999 e 42849672.95m 1234m' },
  { type: 'NAPTR', name: 'naptr', value: '0 65535 "" "" "" .' },
  { type: 'NAPTR', name: 'naptr', value: '1 2 "u" "E2U+sip" "!^(.*)$!sip:\\\\1@Example.NET!i" .' },
  { type: 'NAPTR', name: 'naptr', value: '1 2 S "SIP+D2U" "" _SIP._udp.Example.NET' },
  { type: 'OPENPGPKEY', name: `${'0a'.repeat(28)}._openpgpkey`, value: 'AAECAw==' },
  { type: 'RP', name: 'rp', value: 'First\\.Last.Example.NET .' },
  { type: 'RP', name: 'rp', value: '. @' },
  { type: 'SMIMEA', name: `${'0a'.repeat(28)}._smimecert`, value: '255 255 255 00' },
  { type: 'SSHFP', name: 'www', value: `4 2 ${'AB'.repeat(32)}` },
  { type: 'SSHFP', name: 'www', value: '255 255 00' },
  { type: 'URI', name: '_http._tcp', value: '0 65535 "https://example.net/\\"a b\\"?\\195\\188"' },
  { type: 'TYPE65534', name: 'generic', value: '\\# 3 00FFaa' },
  { type: 'TYPE65280', name: 'generic', value: '\\# 0' },
  { type: 'TYPE99', name: 'generic', value: '\\# 12 0b763d73706631202d616c6c' },
  { type: 'TYPE18', name: 'generic', value: '\\# 13 0001 0141074578616d706c6500' },
  { type: 'TYPE109', name: 'generic', value: '\\# 8 0123456789abcdef' },
  // Types whose octets some servers check before they accept a zone.
  { type: 'TYPE11', name: 'checked', value: '\\# 9 c00002010600000040' },
  { type: 'TYPE27', name: 'checked', value: '\\# 12 052d31312e3503312e320130' },
  { type: 'TYPE34', name: 'checked', value: '\\# 5 0131323334' },
  { type: 'TYPE38', name: 'checked', value: '\\# 5 7f01016100' },
  { type: 'TYPE40', name: 'checked', value: '\\# 3 010203' },
  { type: 'TYPE42', name: 'checked', value: '\\# 15 00011803c000020002208420010db8' },
  { type: 'TYPE45', name: 'checked', value: '\\# 8 0a0302016100aabb' },
  { type: 'TYPE55', name: 'checked', value: '\\# 12 02020003aabb010203016100' },
  { type: 'TYPE57', name: 'checked', value: '\\# 9 000003080301000101' },
  { type: 'TYPE62', name: 'checked', value: '\\# 15 000000420003000460000008010140' },
  { type: 'TYPE66', name: 'checked', value: '\\# 8 003b0114e9016100' },
  { type: 'TYPE67', name: 'checked', value: '\\# 4 a1011864' },
  { type: 'TYPE68', name: 'checked', value: '\\# 4 a1011864' },
  { type: 'TYPE259', name: 'checked', value: '\\# 16 00000001000000020304746578740102' },
  { type: 'TYPE260', name: 'checked', value: '\\# 6 0a81c0000201' },
];

/** More at one name and type than any message can carry. */
export const crowdedRecords: readonly TestRecord[] = Array.from({ length: 22 }, (_, index) => ({
  type: 'TXT',
  name: 'crowd',
  value: String(index).padEnd(3_900, 'x'),
}));
