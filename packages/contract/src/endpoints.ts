/** The endpoints as data. Routes, validation, serialisation and OpenAPI derive from this table. */
import type { Static, TSchema } from 'typebox';
import { accountEndpoints } from './endpoints/account.ts';
import { bulkEndpoints } from './endpoints/bulk.ts';
import { changeEndpoints } from './endpoints/changes.ts';
import { dnssecEndpoints } from './endpoints/dnssec.ts';
import { domainSecondaryEndpoints } from './endpoints/domain-secondaries.ts';
import { domainTagEndpoints } from './endpoints/domain-tags.ts';
import { domainEndpoints } from './endpoints/domains.ts';
import { eventEndpoints } from './endpoints/events.ts';
import { incomingTransferEndpoints } from './endpoints/incoming-transfers.ts';
import { mailCheckEndpoints } from './endpoints/mail-check.ts';
import { priceEndpoints } from './endpoints/prices.ts';
import { receiptEndpoints } from './endpoints/receipts.ts';
import { recordEndpoints } from './endpoints/records.ts';
import { searchEndpoints } from './endpoints/search.ts';
import type { EndpointShape } from './endpoints/shape.ts';
import { soaEndpoints } from './endpoints/soa.ts';
import { spendingEndpoints } from './endpoints/spending.ts';
import { templateEndpoints } from './endpoints/templates.ts';
import { transferEndpoints } from './endpoints/transfers.ts';
import { webhookEndpoints } from './endpoints/webhooks.ts';

export { bodyErrors, sharedErrors } from './endpoints/shape.ts';
export type { Need, Scope } from './scopes.ts';

export const endpoints = {
  ...domainEndpoints,
  ...domainTagEndpoints,
  ...priceEndpoints,
  ...transferEndpoints,
  ...incomingTransferEndpoints,
  ...recordEndpoints,
  ...changeEndpoints,
  ...soaEndpoints,
  ...searchEndpoints,
  ...templateEndpoints,
  ...mailCheckEndpoints,
  ...bulkEndpoints,
  ...eventEndpoints,
  ...domainSecondaryEndpoints,
  ...dnssecEndpoints,
  ...webhookEndpoints,
  ...receiptEndpoints,
  ...spendingEndpoints,
  ...accountEndpoints,
} as const satisfies Record<string, EndpointShape>;

/** The endpoints of the specification; all others are additions. */
const specified: ReadonlySet<string> = new Set<keyof typeof endpoints>([
  'checkDomains',
  'registerDomain',
  'listDomains',
  'getDomain',
  'updateDomain',
  'renewDomain',
  'replaceNameservers',
  'listRecords',
  'createRecord',
  'updateRecord',
  'deleteRecord',
  'getAccount',
]);

export function isSpecified(name: EndpointName): boolean {
  return specified.has(name);
}

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type Endpoint = EndpointShape;

/** Those that answer with a file. */
export type FileEndpointName = {
  [N in EndpointName]: Endpoints[N] extends { readonly mediaType: string } ? N : never;
}[EndpointName];

export type PathParams<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}`
  ? { readonly [K in Name]: string } & PathParams<Rest>
  : unknown;

export type BodyOf<E> = E extends { readonly body: infer B extends TSchema } ? Static<B> : unknown;

export type QueryOf<E> = E extends { readonly query: infer Q extends TSchema }
  ? Static<Q>
  : unknown;

/** Path parameters, query and body fields of an endpoint as one flat input. */
export type Input<N extends EndpointName> = PathParams<Endpoints[N]['path']> &
  QueryOf<Endpoints[N]> &
  BodyOf<Endpoints[N]>;
export type Output<N extends EndpointName> = Static<Endpoints[N]['response']>;
