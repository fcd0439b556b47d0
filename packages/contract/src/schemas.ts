/**
 * The resources of the specification's section 2 as schemas, with all bounds and defaults. A `title`
 * makes a schema a named component of the OpenAPI document.
 */
import { type RecordType, recordTypes } from '@hostmaster/dns/records';
import { type TSchema, Type } from 'typebox';
import { emailLengthMax } from './formats.ts';
import type { FormatName } from './schema-formats.ts';

export const limits = {
  checkedDomainsMax: 20,
  secondariesPerDomain: 8,
  yearsMin: 1,
  yearsMax: 10,
  yearsDefault: 1,
  nameserversMin: 2,
  nameserversMax: 13,
  ttlSecondsMin: 60,
  ttlSecondsMax: 86_400,
  ttlSecondsDefault: 3_600,
  soaRefreshSeconds: { min: 1_200, max: 86_400 },
  soaRetrySeconds: { min: 300, max: 86_399 },
  soaExpireSeconds: { min: 604_800, max: 3_542_400 },
  soaNegativeTtlSeconds: { min: 60, max: 86_400 },
  bodyBytesMax: 64 * 1024,
  batchEditsMax: 1_000,
  batchBytesMax: 2 * 1024 * 1024,
  templateFieldsMax: 20,
  templateRecordsMax: 50,
  templatesPageMax: 300,
  revisionsPerPageMax: 1_000,
  revisionsPerPageDefault: 100,
  idempotencyKeyLengthMax: 255,
  eventNamesMax: 100,
  eventsPageMax: 1_000,
  eventsPageDefault: 100,
  waitMsMax: 30_000,
  propagationProblemsMax: 100,
  webhooksPageMax: 100,
  pricesPageMax: 1000,
  deliveriesPageMax: 100,
  deliveriesPageDefault: 20,
  tagCharactersMax: 32,
  tagsPerDomain: 20,
  tagsPerWorkspace: 200,
  taggedDomainsPageMax: 1_000,
  taggedDomainsPageDefault: 100,
  bulkDomainsMax: 10_000,
  bulkBytesMax: 1024 * 1024,
  bulkPageMax: 1_000,
  bulkPageDefault: 100,
  searchCharactersMin: 3,
  searchCharactersMax: 100,
  searchPageMax: 100,
  searchPageDefault: 20,
  transfersPageMax: 1_000,
  transfersPageDefault: 100,
  receiptsPageMax: 100,
  receiptsPageDefault: 50,
} as const;

/** A string checked by one of our formats. */
function text(format: FormatName, description: string, maxLength = 255) {
  return Type.String({ format, maxLength, description });
}

/** Refuses an object that has none of the named fields. */
export function atLeastOneOf(names: readonly string[]): { anyOf: { required: string[] }[] } {
  return { anyOf: names.map((name) => ({ required: [name] })) };
}

export const nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);

export const domainName = Type.String({
  description:
    'Fully-qualified domain name; upper case, a trailing dot and U-labels are normalised.',
  examples: ['example.com'],
});

export const timestamp = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2027-01-31T12:00:00.000Z'] });

export const credits = (description: string) => Type.Number({ description });

export const years = Type.Integer({
  minimum: limits.yearsMin,
  maximum: limits.yearsMax,
  default: limits.yearsDefault,
  description: 'Whole years.',
});

/** How many items a page has; as many as it may have where `usual` is absent. */
export const pageLimit = (items: string, { max, usual = max }: { max: number; usual?: number }) =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: max,
      default: usual,
      description: `${items} of one page.`,
      examples: [usual],
    }),
  );

/** What `cursor` replaced; it still works. */
export const pageBefore = (item: string, example: string) =>
  Type.Optional(
    Type.String({
      description: `The id of the last ${item} of the page before.`,
      examples: [example],
    }),
  );

/** Where a page of a list starts, and in answers where the next one does. */
export const pageCursor = Type.Optional(
  Type.String({
    description: 'The `cursor` of the page before. Without it the first page is read.',
    examples: ['MTc'],
  }),
);
export const nextCursor = Type.Union([Type.String(), Type.Null()], {
  description: 'For the next page; null on the last one.',
});

/** Why a record is not published as it was saved. */
export const recordProblemCodes = [
  'address_at_name',
  'apex_nameserver',
  'below_delegation',
  'duplicate',
  'flattened',
  'invalid_value',
  'no_delegation',
  'set_too_large',
  'shared_ttl',
  'target_without_address',
  'unusual_value',
  'wildcard_delegation',
] as const;
export type RecordProblemCode = (typeof recordProblemCodes)[number];

export const maxCredits = Type.Number({
  minimum: 0,
  description:
    'The highest price to accept, with at most two decimals. If the current price is higher, the request is refused with `price_changed`, and nothing is debited.',
  examples: [12],
});

export const contact = Type.Object(
  {
    firstName: text('line', 'Registrant first name'),
    lastName: text('line', 'Registrant last name'),
    organization: Type.Optional(text('line-or-blank', 'Organization name; may be empty')),
    email: text('contact-email', 'Email address, used for registry notifications', emailLengthMax),
    phone: text('contact-phone', 'Phone number of the shape `+<cc>.<number>`', 20),
    address1: text('line', 'Primary street line'),
    address2: Type.Optional(text('line-or-blank', 'Secondary address line; may be empty')),
    city: text('line', 'City or locality'),
    stateProvince: text('line', 'State, province or region'),
    postalCode: text('line', 'Postal or ZIP code', 16),
    country: text('contact-country', 'ISO 3166-1 alpha-2 code', 2),
  },
  { title: 'Contact', description: 'The registrant.' },
);

/** Documents what an absent field means; operations apply it. */
export function withDefault<S extends TSchema>(schema: S, value: unknown): S {
  return { ...schema, default: value };
}

/** The fields of a domain, each described once; endpoints pick what they return. */
export const domainFields = {
  name: Type.String({ description: 'Fully-qualified domain name, in lower case and A-labels.' }),
  status: Type.Enum(['active', 'expiring_soon', 'expired', 'failed'], {
    type: 'string',
    title: 'DomainStatus',
    description: 'Computed from the registration and the clock.',
  }),
  autoRenew: Type.Boolean({ description: 'Automatic renewal before expiry.' }),
  privacyEnabled: Type.Boolean({ description: 'WHOIS privacy.' }),
  nameservers: Type.Array(Type.String(), {
    description: 'Hostnames currently delegated, in order.',
  }),
  years: Type.Integer({ description: 'Years most recently registered or renewed.' }),
  expiresAt: timestamp('End of the current registration period.'),
  createdAt: timestamp('First registration.'),
  creditsCharged: Type.Integer({ description: 'Credits debited.' }),
};

/** Not an enumeration, because any type number may follow `TYPE`. */
const recordType = Type.Unsafe<RecordType>({
  type: 'string',
  format: 'record-type' satisfies FormatName,
  title: 'DnsRecordType',
  description: `One of ${recordTypes.join(', ')}; or \`TYPE\` and a number, for other types (RFC 3597).`,
  examples: ['A', 'TYPE65534'],
});

/** Record fields as a client may send them. */
const recordInput = {
  type: recordType,
  name: Type.String({ description: 'Owner name; `@` is the apex.' }),
  ttl: Type.Integer({
    description: `Seconds, clamped to ${limits.ttlSecondsMin}..${limits.ttlSecondsMax}.`,
  }),
  value: Type.String({ minLength: 1, description: 'Format depends on the type.' }),
};

/** A new record. */
export const newRecord = {
  type: recordInput.type,
  name: Type.Optional(withDefault(recordInput.name, '@')),
  ttl: Type.Optional(withDefault(recordInput.ttl, limits.ttlSecondsDefault)),
  value: recordInput.value,
};

/** The fields of a record that can be changed. */
export const changedRecord = {
  type: Type.Optional(recordInput.type),
  name: Type.Optional(recordInput.name),
  ttl: Type.Optional(recordInput.ttl),
  value: Type.Optional(recordInput.value),
};

export const record = Type.Object(
  {
    id: Type.String({ description: 'Opaque identifier assigned at creation.' }),
    type: recordType,
    name: Type.String({ description: 'Owner name relative to the domain; `@` is the apex.' }),
    ttl: Type.Integer({ description: 'Seconds.' }),
    value: Type.String({ description: 'As it was sent.' }),
  },
  { title: 'DnsRecord' },
);

export const pendingFulfillment = Type.Boolean({
  description:
    'True while the domain is still provisioning: the change is saved and applied later.',
});

export const availability = Type.Object(
  {
    domain: Type.String(),
    available: Type.Boolean({ description: 'False when taken or reserved.' }),
    isPremium: Type.Boolean({ description: 'The registry may ask more than the standard rate.' }),
  },
  { title: 'Availability' },
);

export function pick<K extends keyof typeof domainFields>(
  ...names: K[]
): { [P in K]: (typeof domainFields)[P] } {
  return Object.fromEntries(names.map((name) => [name, domainFields[name]])) as {
    [P in K]: (typeof domainFields)[P];
  };
}
