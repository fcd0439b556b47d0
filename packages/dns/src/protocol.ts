/**
 * Numbers of the protocol that have names (IANA "Domain Name System (DNS) Parameters"), as far as
 * this package uses them. Everything else is written by number (RFC 3597).
 */

export const rrTypes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  HINFO: 13,
  MX: 15,
  TXT: 16,
  RP: 17,
  AAAA: 28,
  LOC: 29,
  SRV: 33,
  NAPTR: 35,
  CERT: 37,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  SSHFP: 44,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
  SMIMEA: 53,
  CDS: 59,
  CDNSKEY: 60,
  OPENPGPKEY: 61,
  ZONEMD: 63,
  SVCB: 64,
  HTTPS: 65,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  URI: 256,
  CAA: 257,
} as const;

/** Types that have a name and no codec here: their data is octets, written `\\# <length> <hex>`. */
const namedTypes = {
  MD: 3,
  MF: 4,
  MB: 7,
  MG: 8,
  MR: 9,
  NULL: 10,
  WKS: 11,
  MINFO: 14,
  AFSDB: 18,
  X25: 19,
  ISDN: 20,
  RT: 21,
  NSAP: 22,
  'NSAP-PTR': 23,
  SIG: 24,
  KEY: 25,
  PX: 26,
  GPOS: 27,
  NXT: 30,
  KX: 36,
  APL: 42,
  IPSECKEY: 45,
  DHCID: 49,
  NSEC3: 50,
  NSEC3PARAM: 51,
  HIP: 55,
  CSYNC: 62,
  SPF: 99,
  NID: 104,
  L32: 105,
  L64: 106,
  LP: 107,
  EUI48: 108,
  EUI64: 109,
  AVC: 258,
  DOA: 259,
  AMTRELAY: 260,
  RESINFO: 261,
  WALLET: 262,
  TA: 32_768,
  DLV: 32_769,
} as const;

export const classes = { IN: 1, CH: 3, HS: 4, NONE: 254, ANY: 255 } as const;

export const opcodes = { QUERY: 0, NOTIFY: 4, UPDATE: 5 } as const;

export const rcodes = {
  NOERROR: 0,
  FORMERR: 1,
  SERVFAIL: 2,
  NXDOMAIN: 3,
  NOTIMP: 4,
  REFUSED: 5,
  YXDOMAIN: 6,
  YXRRSET: 7,
  NXRRSET: 8,
  NOTAUTH: 9,
  NOTZONE: 10,
  BADVERS: 16,
  BADCOOKIE: 23,
} as const;

/** EDNS options. */
export const ednsOptions = { NSID: 3, EXPIRE: 9, COOKIE: 10 } as const;

/** Errors that only a TSIG record carries (RFC 8945, section 3); the message says NOTAUTH. */
export const tsigErrors = {
  NOERROR: 0,
  BADSIG: 16,
  BADKEY: 17,
  BADTIME: 18,
  BADTRUNC: 22,
} as const;

/** `MX`, or `TYPE1234` for a number without a name here (RFC 3597, section 5). */
export function typeName(typeCode: number): string {
  return typeNames.get(typeCode) ?? `TYPE${typeCode}`;
}

/** Null for a word that names no type. */
export function typeCodeOf(name: string): number | null {
  return numberOf(name, typeCodes, 'TYPE');
}

export function className(classCode: number): string {
  return classNames.get(classCode) ?? `CLASS${classCode}`;
}

/** Null for a word that names no class. */
export function classCodeOf(name: string): number | null {
  return numberOf(name, classCodes, 'CLASS');
}

const typeCodes = new Map<string, number>(Object.entries({ ...rrTypes, ...namedTypes }));
const classCodes = new Map<string, number>(Object.entries(classes));
const typeNames = new Map([...typeCodes].map(([name, code]) => [code, name]));
const classNames = new Map([...classCodes].map(([name, code]) => [code, name]));

function numberOf(name: string, known: ReadonlyMap<string, number>, prefix: string): number | null {
  const upper = name.toUpperCase();
  const code = known.get(upper);
  if (code !== undefined) return code;
  if (!upper.startsWith(prefix)) return null;
  const digits = upper.slice(prefix.length);
  return /^[0-9]{1,5}$/.test(digits) && Number(digits) <= 65_535 ? Number(digits) : null;
}
