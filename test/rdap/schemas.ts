/** JSON schemas of RDAP answers, written from RFC 9083, RFC 7095 and RFC 9537. */
import { Ajv } from 'ajv';
import { expect } from 'vitest';

const url = { type: 'string', pattern: '^https?://' };
const text = { type: 'string', minLength: 1 };
const date = {
  type: 'string',
  pattern: '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d(?:\\.\\d+)?Z$',
};
const ldhName = { type: 'string', pattern: '^[a-z0-9-]+(?:\\.[a-z0-9-]+)*$', maxLength: 253 };
const list = (items: object, minItems = 0) => ({ type: 'array', items, minItems });
const object = (required: readonly string[], properties: object) => ({
  type: 'object',
  required,
  properties,
  additionalProperties: false,
});

const link = object(['value', 'rel', 'href'], { value: url, rel: text, href: url, type: text });
const notice = object(['description'], {
  title: text,
  description: list(text, 1),
  links: list(link),
});
const event = object(['eventAction', 'eventDate'], {
  eventAction: {
    enum: [
      'registration',
      'expiration',
      'registrar expiration',
      'last changed',
      'transfer',
      'last update of RDAP database',
    ],
  },
  eventDate: date,
});
const conformance = { type: 'array', items: text, minItems: 1, uniqueItems: true };
const topmost = { rdapConformance: conformance, notices: list(notice, 1) };

const property = {
  type: 'array',
  minItems: 4,
  items: [
    { type: 'string', pattern: '^[a-z-]+$' },
    { type: 'object', additionalProperties: { type: 'string' } },
    { enum: ['text', 'uri'] },
  ],
  additionalItems: { type: ['string', 'array'] },
};
const vcardArray = {
  type: 'array',
  items: [
    { const: 'vcard' },
    { ...list(property, 2), contains: { type: 'array', items: [{ const: 'version' }] } },
  ],
  minItems: 2,
  additionalItems: false,
};
const entityProperties = {
  objectClassName: { const: 'entity' },
  handle: text,
  roles: list({ enum: ['registrar', 'registrant', 'abuse'] }, 1),
  publicIds: list(object(['type', 'identifier'], { type: text, identifier: text })),
  vcardArray,
  links: list(link),
};
const subEntity = object(['objectClassName', 'roles', 'vcardArray'], entityProperties);
const entity = object(['objectClassName', 'roles', 'vcardArray'], {
  ...entityProperties,
  entities: list(subEntity),
});
const nameserverProperties = {
  objectClassName: { const: 'nameserver' },
  ldhName,
  unicodeName: text,
  ipAddresses: {
    ...object([], {
      v4: list({ type: 'string', pattern: '^\\d+(?:\\.\\d+){3}$' }, 1),
      v6: list({ type: 'string', pattern: ':' }, 1),
    }),
    minProperties: 1,
  },
  links: list(link),
};
const dsData = object(['keyTag', 'algorithm', 'digestType', 'digest'], {
  keyTag: { type: 'integer', minimum: 0, maximum: 65_535 },
  algorithm: { type: 'integer', minimum: 1, maximum: 255 },
  digestType: { type: 'integer', minimum: 1, maximum: 255 },
  digest: { type: 'string', pattern: '^[0-9A-F]+$' },
});
const redaction = object(['name', 'method', 'pathLang', 'reason'], {
  name: object(['type'], { type: text }),
  prePath: { type: 'string', pattern: '^\\$' },
  postPath: { type: 'string', pattern: '^\\$' },
  replacementPath: { type: 'string', pattern: '^\\$' },
  pathLang: { const: 'jsonpath' },
  method: { enum: ['removal', 'emptyValue', 'partialValue', 'replacementValue'] },
  reason: object(['description'], { description: text }),
});

const schemas = {
  domain: object(
    [
      'rdapConformance',
      'notices',
      'objectClassName',
      'ldhName',
      'status',
      'events',
      'entities',
      'nameservers',
      'secureDNS',
      'links',
      'redacted',
    ],
    {
      ...topmost,
      objectClassName: { const: 'domain' },
      ldhName,
      unicodeName: text,
      status: { ...list(text, 1), uniqueItems: true },
      events: list(event, 4),
      entities: list(entity, 2),
      nameservers: list(object(['objectClassName', 'ldhName'], nameserverProperties)),
      secureDNS: object(['delegationSigned'], {
        delegationSigned: { type: 'boolean' },
        dsData: list(dsData, 1),
      }),
      port43: text,
      links: list(link, 1),
      redacted: list(redaction),
    },
  ),
  nameserver: object(['rdapConformance', 'notices', 'objectClassName', 'ldhName', 'links'], {
    ...topmost,
    ...nameserverProperties,
  }),
  entity: object(['rdapConformance', 'notices', 'objectClassName', 'handle', 'vcardArray'], {
    ...topmost,
    ...entityProperties,
    entities: list(subEntity),
  }),
  help: object(['rdapConformance', 'notices'], topmost),
  error: object(['rdapConformance', 'errorCode', 'title', 'description'], {
    rdapConformance: conformance,
    errorCode: { type: 'integer', minimum: 400, maximum: 599 },
    title: text,
    description: list(text, 1),
  }),
} as const;

const ajv = new Ajv({ strict: false, allErrors: true });
const validators = Object.fromEntries(
  Object.entries(schemas).map(([name, schema]) => [name, ajv.compile(schema)]),
);

export function expectValid(name: keyof typeof schemas, answer: unknown): void {
  const validate = validators[name];
  validate?.(answer);
  expect(validate?.errors ?? [], JSON.stringify(answer)).toEqual([]);
}
