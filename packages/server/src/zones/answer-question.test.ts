import {
  classes,
  Name,
  presentRdata,
  type ResourceRecord,
  rcodes,
  readZoneFile,
  rrTypes,
  typeName,
} from '@hostmaster/dns';
import { describe, expect, it } from 'vitest';
import { answerQuestion } from './answer-question.ts';
import { ZoneContent } from './zone-content.ts';

const origin = Name.parse('example.com');
const text = `
@ 3600 SOA ns1.example.net. hostmaster.example.com. 7 3600 600 1209600 300
@ 3600 NS ns1.example.net.
@ 60 A 192.0.2.1
@ 60 MX 10 mail.example.com.
mail 60 A 192.0.2.25
_sip._tcp 60 SRV 1 1 5060 mail.example.com.
_sip._tcp 60 SRV 1 1 5060 away.example.com.
_sip._tcp 60 SRV 1 1 5060 x.deleg.example.com.
_sip._tcp 60 SRV 1 1 5060 www.example.net.
www 60 A 192.0.2.2
alias 60 CNAME www.example.com.
away 60 CNAME www.example.net.
dangling 60 CNAME missing.example.com.
loop 60 CNAME loop.example.com.
*.wild 60 TXT "any"
*.wild 60 A 192.0.2.3
host.wild 60 A 192.0.2.4
into.sub 60 CNAME below.deleg.example.com.
a.b.c 60 A 192.0.2.5
deleg 60 NS ns1.deleg.example.com.
deleg 60 NS ns.sibling.example.com.
deleg 60 NS ns.elsewhere.net.
ns1.deleg 60 A 192.0.2.6
ns1.deleg 60 AAAA 2001:db8::6
ns.sibling 60 A 192.0.2.7
hidden.deleg 60 TXT "below the cut"
`;
const [soa, ...records] = readZoneFile(text, { origin });
if (soa === undefined) throw new Error('The zone has a SOA.');
const zone = new ZoneContent(soa, records);
const negativeSoa =
  'example.com. 300 SOA ns1.example.net. hostmaster.example.com. 7 3600 600 1209600 300';

describe('answers', () => {
  it('a set, with the letter case of the question', () => {
    expect(ask('WWW.example.com', 'A')).toEqual({ aa: ['WWW.example.com. 60 A 192.0.2.2'] });
  });

  it('the apex has a SOA', () => {
    expect(ask('example.com', 'SOA')).toEqual({ aa: [negativeSoa.replace(' 300 ', ' 3600 ')] });
  });

  it('NODATA: the name exists, the type does not', () => {
    expect(ask('www.example.com', 'TXT')).toEqual({ aa: [], authority: [negativeSoa] });
  });

  it('NODATA: an empty non-terminal', () => {
    for (const name of ['b.c.example.com', 'c.example.com', 'wild.example.com']) {
      expect(ask(name, 'A')).toEqual({ aa: [], authority: [negativeSoa] });
    }
  });

  it('NXDOMAIN', () => {
    for (const name of ['no.example.com', 'x.a.b.c.example.com', 'x.www.example.com']) {
      expect(ask(name, 'A')).toEqual({
        rcode: rcodes.NXDOMAIN,
        aa: [],
        authority: [negativeSoa],
      });
    }
  });

  it('ANY gets one set, that of the lowest type number', () => {
    expect(ask('wild.example.com', 'ANY')).toEqual({ aa: [], authority: [negativeSoa] });
    expect(ask('x.wild.example.com', 'ANY')).toEqual({
      aa: ['x.wild.example.com. 60 A 192.0.2.3'],
    });
    expect(ask('example.com', 'ANY')).toEqual({ aa: ['example.com. 60 A 192.0.2.1'] });
  });

  it('MX and SRV come with the addresses of their hosts', () => {
    const additional = ['mail.example.com. 60 A 192.0.2.25'];
    expect(ask('example.com', 'MX')).toEqual({
      aa: ['example.com. 60 MX 10 mail.example.com.'],
      additional,
    });
    expect(ask('_sip._tcp.example.com', 'SRV')).toEqual({
      aa: [
        '_sip._tcp.example.com. 60 SRV 1 1 5060 mail.example.com.',
        '_sip._tcp.example.com. 60 SRV 1 1 5060 away.example.com.',
        '_sip._tcp.example.com. 60 SRV 1 1 5060 x.deleg.example.com.',
        '_sip._tcp.example.com. 60 SRV 1 1 5060 www.example.net.',
      ],
      additional,
    });
  });

  it('a CNAME does not redirect questions for what may stand beside it', () => {
    for (const type of ['RRSIG', 'NSEC'] as const) {
      expect(ask('alias.example.com', type)).toEqual({ aa: [], authority: [negativeSoa] });
    }
  });
});

describe('wildcards', () => {
  it('cover names that do not exist, at any depth', () => {
    for (const name of ['x.wild.example.com', 'x.y.wild.example.com']) {
      expect(ask(name, 'A')).toEqual({ aa: [`${name}. 60 A 192.0.2.3`] });
    }
    expect(ask('x.wild.example.com', 'MX')).toEqual({ aa: [], authority: [negativeSoa] });
  });

  it('do not cover names that exist, nor names below them', () => {
    expect(ask('host.wild.example.com', 'TXT')).toEqual({ aa: [], authority: [negativeSoa] });
    expect(ask('x.host.wild.example.com', 'TXT')).toMatchObject({ rcode: rcodes.NXDOMAIN });
  });

  it('can be queried themselves', () => {
    expect(ask('*.wild.example.com', 'TXT')).toEqual({ aa: ['*.wild.example.com. 60 TXT "any"'] });
  });
});

describe('CNAME', () => {
  it('chains inside the zone are followed', () => {
    expect(ask('alias.example.com', 'A')).toEqual({
      aa: ['alias.example.com. 60 CNAME www.example.com.', 'www.example.com. 60 A 192.0.2.2'],
    });
    expect(ask('alias.example.com', 'CNAME')).toEqual({
      aa: ['alias.example.com. 60 CNAME www.example.com.'],
    });
  });

  it('chains end in NODATA, NXDOMAIN, another zone, a loop or a delegation', () => {
    expect(ask('alias.example.com', 'TXT')).toMatchObject({ authority: [negativeSoa] });
    expect(ask('dangling.example.com', 'A')).toMatchObject({ rcode: rcodes.NXDOMAIN });
    expect(ask('away.example.com', 'A')).toEqual({
      aa: ['away.example.com. 60 CNAME www.example.net.'],
    });
    expect(ask('loop.example.com', 'A')).toEqual({
      aa: ['loop.example.com. 60 CNAME loop.example.com.'],
    });
    expect(ask('into.sub.example.com', 'A')).toMatchObject({
      aa: ['into.sub.example.com. 60 CNAME below.deleg.example.com.'],
      authority: expect.arrayContaining(['deleg.example.com. 60 NS ns.elsewhere.net.']),
    });
  });
});

describe('delegations', () => {
  const referral = {
    authority: [
      'deleg.example.com. 60 NS ns1.deleg.example.com.',
      'deleg.example.com. 60 NS ns.sibling.example.com.',
      'deleg.example.com. 60 NS ns.elsewhere.net.',
    ],
    additional: [
      'ns1.deleg.example.com. 60 A 192.0.2.6',
      'ns1.deleg.example.com. 60 AAAA 2001:db8::6',
      'ns.sibling.example.com. 60 A 192.0.2.7',
    ],
    glueCount: 2,
  };

  it('refer at and below the cut, without authority', () => {
    const names = ['deleg', 'x.deleg', 'hidden.deleg', 'ns1.deleg'];
    for (const name of names) expect(ask(`${name}.example.com`, 'TXT')).toEqual(referral);
    expect(ask('deleg.example.com', 'NS')).toEqual(referral);
  });

  it('DS is answered by the parent side', () => {
    expect(ask('deleg.example.com', 'DS')).toEqual({ aa: [], authority: [negativeSoa] });
  });
});

describe('versions', () => {
  it('names exist only while they or names below them have records', () => {
    const small = new ZoneContent(soa, []);
    const deep = records.filter(({ name }) => name.equals(Name.parse('a.b.c.example.com')));
    const emptyBytes = small.bytes;
    small.apply({ removed: [], added: deep }, soa);
    expect(small.names.exists(Name.parse('b.c.example.com').key)).toBe(true);
    small.apply({ removed: deep, added: [] }, soa);
    expect(small.names.exists(Name.parse('b.c.example.com').key)).toBe(false);
    expect(small.bytes).toBe(emptyBytes);
  });
});

describe('a CNAME loop', () => {
  it('is answered with each of its links once', () => {
    const cname = (from: string, to: string): ResourceRecord => ({
      name: Name.parse(from),
      type: rrTypes.CNAME,
      class: classes.IN,
      ttlSeconds: 300,
      rdata: Name.parse(to).wire,
    });
    const links = [
      cname('a.example.com', 'b.example.com'),
      cname('b.example.com', 'a.example.com'),
    ];
    const circle = new ZoneContent(zone.soa, [
      ...links,
      cname('*.example.com', 'self.example.com'),
    ]);
    const answersFor = (name: string) =>
      answerQuestion(circle, { name: Name.parse(name), type: rrTypes.A }).answers.map(show);
    expect(answersFor('a.example.com')).toEqual(links.map(show));
    expect(answersFor('x.example.com')).toEqual([
      'x.example.com. 300 CNAME self.example.com.',
      'self.example.com. 300 CNAME self.example.com.',
    ]);
  });
});

function ask(name: string, type: keyof typeof rrTypes) {
  const answer = answerQuestion(zone, { name: Name.parse(name), type: rrTypes[type] });
  const part = (key: string, found: readonly ResourceRecord[]) =>
    found.length === 0 ? {} : { [key]: found.map(show) };
  return {
    ...(answer.rcode === 0 ? {} : { rcode: answer.rcode }),
    ...(answer.authoritative ? { aa: answer.answers.map(show) } : part('answer', answer.answers)),
    ...part('authority', answer.authorities),
    ...part('additional', answer.additionals),
    ...(answer.glueCount === 0 ? {} : { glueCount: answer.glueCount }),
  };
}

function show(record: ResourceRecord): string {
  const { name, ttlSeconds, type } = record;
  return `${name} ${ttlSeconds} ${typeName(type)} ${presentRdata(record)}`;
}
