/** What the attacker owns before the first attack: as much of everything as the limits allow. */

export interface World {
  readonly port: number;
  readonly dnsPort: number;
  readonly whoisPort: number;
  /** Makes names of this run that no other run has used. */
  readonly tag: string;
  readonly seconds: number;
  readonly apiKeys: readonly string[];
  readonly workspaceId: string;
  /** The owner of all this; a person whose access may be revoked; and a visitor without an account. */
  readonly people: Readonly<Record<'owner' | 'spare' | 'visitor', Cookie>>;
  readonly zones: Zones;
  readonly ids: Readonly<
    Record<
      'fullName' | 'transfer' | 'bulk' | 'webhook' | 'contact' | 'topUp' | 'spareWorkspace',
      string
    >
  >;
  /** Records of the wide zone, and records that may be deleted. */
  readonly wideIds: readonly string[];
  readonly busyIds: readonly string[];
  readonly tsig: { readonly name: string; readonly secret: string };
}

export interface Cookie {
  readonly cookie: string;
  readonly csrfToken: string;
}

export interface Zones {
  /** As many bytes as a zone may have, with as much history. */
  readonly wide: string;
  /** As many records. */
  readonly many: string;
  /** As many records at one name. */
  readonly full: string;
  /** Has names of as many labels as they may have. */
  readonly deep: string;
  /** Is written to, and grows. */
  readonly busy: string;
}

export interface WorldSize {
  /** Records of the wide zone, with 3,900 characters each. */
  readonly wideRecords: number;
  /** How often all of them are changed, for the history. */
  readonly rewrites: number;
  readonly manyRecords: number;
  readonly recordsPerName: number;
  readonly deepRecords: number;
  readonly domains: number;
  /** Each of API keys, update keys, contacts, sessions: this share of what the quota allows. */
  readonly quotaShare: number;
}

export const sizes: Readonly<Record<'whole' | 'short', WorldSize>> = {
  whole: {
    wideRecords: 4_200,
    rewrites: 2,
    manyRecords: 90_000,
    recordsPerName: 500,
    deepRecords: 8_000,
    domains: 20_000,
    quotaShare: 0.9,
  },
  short: {
    wideRecords: 1_000,
    rewrites: 1,
    manyRecords: 3_000,
    recordsPerName: 100,
    deepRecords: 300,
    domains: 200,
    quotaShare: 0.05,
  },
};

export const domainNames = {
  wide: 'adversary-wide.com',
  many: 'adversary-many.com',
  full: 'adversary-full.com',
  deep: 'adversary-deep.com',
  busy: 'adversary-busy.com',
} as const satisfies Zones;

/** TXT records are longest. */
export const wideValue = (text: string) => `${text} `.padEnd(3_900, 'x');

const nameCharactersMax = 253;

/** With as many labels as fit, the last of which makes it different from others. */
export function deepName(last: string): string {
  const left = nameCharactersMax - last.length - '.'.length - domainNames.deep.length;
  return 'a.'.repeat(Math.floor(left / 2) - 1) + last;
}
