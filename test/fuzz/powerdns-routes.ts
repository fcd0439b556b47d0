/** The PowerDNS-compatible API, which has no OpenAPI document: its paths, and what their bodies look like. */
import type { Route } from './requests.ts';

const text = { type: 'string' };
const rrset = {
  type: 'object',
  required: ['name', 'type', 'changetype'],
  properties: {
    name: text,
    type: { enum: ['A', 'AAAA', 'TXT', 'MX', 'CNAME', 'NS', 'SOA', 'ALIAS', 'TYPE65534', 'a', ''] },
    ttl: { type: 'integer', maximum: 100_000 },
    changetype: { enum: ['REPLACE', 'DELETE', 'EXTEND', 'PRUNE', 'replace', 'other'] },
    records: {
      type: 'array',
      items: {
        type: 'object',
        required: ['content'],
        properties: { content: text, disabled: { type: 'boolean' } },
      },
    },
    comments: { type: 'array', items: { type: 'object', properties: { content: text } } },
  },
};
const zone = {
  type: 'object',
  required: ['name', 'kind'],
  properties: {
    name: text,
    kind: { enum: ['Native', 'Master', 'Slave', 'native'] },
    nameservers: { type: 'array', items: text },
    masters: { type: 'array', items: text },
    soa_edit_api: text,
    dnssec: { enum: [true, false, 'true'] },
    rrsets: { type: 'array', items: rrset },
  },
};
const changes = {
  type: 'object',
  required: ['rrsets'],
  properties: { rrsets: { type: 'array', items: rrset } },
};
const cryptokey = {
  type: 'object',
  required: ['keytype', 'active'],
  properties: {
    keytype: { enum: ['csk', 'ksk', 'zsk', 7] },
    active: { enum: [true, false, 'true'] },
    algorithm: { enum: [13, 'ecdsa256', 8, null] },
    privatekey: text,
  },
};
const search = {
  type: 'object',
  properties: { q: text, max: { type: 'integer' }, object_type: { enum: ['all', 'zone', 'x'] } },
};
const listing = { type: 'object', properties: { zone: text, dnssec: { enum: ['true', 'x'] } } };
const reading = {
  type: 'object',
  properties: { rrsets: { enum: ['true', 'false', 'x'] }, rrset_name: text, rrset_type: text },
};

const server = '/api/v1/servers/localhost';
const rows: readonly [method: string, path: string, parts?: { body?: object; query?: object }][] = [
  ['GET', '/api'],
  ['GET', '/api/v1/servers'],
  ['GET', server],
  ['GET', `${server}/statistics`],
  ['GET', `${server}/search-data`, { query: search }],
  ['GET', `${server}/tsigkeys`],
  ['GET', `${server}/zones`, { query: listing }],
  ['POST', `${server}/zones`, { body: zone }],
  ['GET', `${server}/zones/{zone}`, { query: reading }],
  ['PATCH', `${server}/zones/{zone}`, { body: changes }],
  ['PUT', `${server}/zones/{zone}`, { body: zone }],
  ['DELETE', `${server}/zones/{zone}`],
  ['GET', `${server}/zones/{zone}/export`],
  ['PUT', `${server}/zones/{zone}/notify`],
  ['PUT', `${server}/zones/{zone}/rectify`],
  ['PUT', `${server}/zones/{zone}/axfr-retrieve`],
  ['PUT', `${server}/cache/flush`, { query: { type: 'object', properties: { domain: text } } }],
  ['GET', `${server}/config`],
  ['GET', `${server}/autoprimaries`],
  ['POST', `${server}/autoprimaries`, { body: zone }],
  ['GET', `${server}/zones/{zone}/metadata`],
  ['GET', `${server}/zones/{zone}/cryptokeys`],
  ['POST', `${server}/zones/{zone}/cryptokeys`, { body: cryptokey }],
  ['PUT', `${server}/zones/{zone}/cryptokeys/1`, { body: cryptokey }],
  ['DELETE', `${server}/zones/{zone}/cryptokeys/1`],
];

export const powerdnsRoutes: readonly Route[] = rows.map(([method, path, parts]) => ({
  method,
  path,
  body: parts?.body,
  example: undefined,
  query: parts?.query,
  isDashboard: false,
}));
