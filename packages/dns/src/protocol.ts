// Numbers of the protocol that have names (IANA "Domain Name System (DNS) Parameters"), as far as
// this package speaks of them. Everything else travels by number (RFC 3597).

export const rrTypes = {
  A: 1,
  NS: 2,
  CNAME: 5,
  SOA: 6,
  PTR: 12,
  MX: 15,
  TXT: 16,
  AAAA: 28,
  SRV: 33,
  DNAME: 39,
  OPT: 41,
  DS: 43,
  RRSIG: 46,
  NSEC: 47,
  DNSKEY: 48,
  TLSA: 52,
  SVCB: 64,
  HTTPS: 65,
  TKEY: 249,
  TSIG: 250,
  IXFR: 251,
  AXFR: 252,
  ANY: 255,
  CAA: 257,
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
} as const;

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

const typeCodes = new Map<string, number>(Object.entries(rrTypes));
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
