import {
  classes,
  makeMessage,
  Name,
  parseRdata,
  type ResourceRecord,
  rcodes,
  rrTypes,
} from '@hostmaster/dns';
import { signZone, ZoneKey } from '@hostmaster/dns/dnssec';
import { expect, it } from 'vitest';
import { coveredType } from './answer-question.ts';
import { examineApex } from './examine-apex.ts';

const zone = Name.parse('example.com');
const absentName = zone.child('absent');
const key = ZoneKey.generate();
const other = ZoneKey.generate();
const nowSeconds = 1_800_000_000;
const validity = { inception: nowSeconds - 100, expiration: nowSeconds + 1_000 };
const records = [
  record('SOA', 'ns1.example.net. hostmaster.example.net. 1 60 60 60 60'),
  record('NS', 'ns1.example.net.'),
  { ...record('NS', ''), type: rrTypes.DNSKEY, rdata: key.dnskey },
];
const signed = [...records, ...signZone(records, { zone, keys: [key], validity })];

it('accepts a zone that is signed, and says when its first signature ends', () => {
  expect(examine(signed)).toEqual({ fault: null, endsAtSeconds: validity.expiration });
});

const at = (type: number) => (each: ResourceRecord) =>
  each.type === type || (each.type === rrTypes.RRSIG && coveredType(each) === type);

it.each<[string, readonly ResourceRecord[], RegExp]>([
  [
    'a flipped bit',
    signed.map((each) => (isSignatureOf(each, rrTypes.NS) ? flip(each) : each)),
    /NS records of example.com have no valid/,
  ],
  [
    'a changed record',
    signed.map((each) => (each.type === rrTypes.SOA ? flip(each) : each)),
    /SOA records of example.com have no valid/,
  ],
  [
    'an NSEC record that is removed',
    signed.filter((each) => !at(rrTypes.NSEC)(each)),
    /no NSEC record proves/,
  ],
  [
    'a set that is removed',
    signed.filter((each) => !at(rrTypes.NS)(each)),
    /NS records of example.com are missing/,
  ],
  ['no key', signed.filter((each) => each.type !== rrTypes.DNSKEY), /the key \d+ is not published/],
  [
    'a signature that cannot be read',
    signed.map((each) =>
      isSignatureOf(each, rrTypes.SOA) ? { ...each, rdata: each.rdata.subarray(0, 12) } : each,
    ),
    /cannot be read/,
  ],
])('refuses %s', (_, served, fault) => {
  expect(examine(served)).toEqual({ fault: expect.stringMatching(fault), endsAtSeconds: null });
});

it('refuses a key that does not sign, and signatures that have ended', () => {
  const wrong = examine(signed, { anchors: [other.dnskey] });
  expect(wrong.fault).toMatch(/is not published/);
  const late = examine(signed, { nowSeconds: validity.expiration + 1 });
  expect(late.fault).toMatch(/DNSKEY records of example.com have no valid signature/);
});

function examine(
  served: readonly ResourceRecord[],
  by: { readonly anchors?: readonly Uint8Array[]; readonly nowSeconds?: number } = {},
) {
  const answer = (type: number) => makeMessage(1, { answers: served.filter(at(type)) });
  const absent = makeMessage(1, {
    rcode: rcodes.NXDOMAIN,
    authorities: served.filter((each) => at(rrTypes.NSEC)(each) || at(rrTypes.SOA)(each)),
  });
  const answers = {
    keys: answer(rrTypes.DNSKEY),
    soa: answer(rrTypes.SOA),
    nameservers: answer(rrTypes.NS),
    absent,
    absentName,
  };
  return examineApex(zone, answers, { anchors: [key.dnskey], nowSeconds, ...by });
}

function isSignatureOf(each: ResourceRecord, type: number): boolean {
  return each.type === rrTypes.RRSIG && coveredType(each) === type;
}

function flip(each: ResourceRecord): ResourceRecord {
  const rdata = Uint8Array.from(each.rdata);
  rdata[rdata.length - 1] = (rdata.at(-1) ?? 0) ^ 1;
  return { ...each, rdata };
}

function record(type: 'SOA' | 'NS', value: string): ResourceRecord {
  const rdata = value === '' ? new Uint8Array() : parseRdata(rrTypes[type], value);
  return { name: zone, type: rrTypes[type], class: classes.IN, ttlSeconds: 60, rdata };
}
