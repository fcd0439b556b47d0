/** The endpoints as data. Routes, validation, serialisation and OpenAPI derive from this table. */
import type { Static, TSchema } from 'typebox';
import { accountEndpoints } from './endpoints/account.ts';
import { changeEndpoints } from './endpoints/changes.ts';
import { domainEndpoints } from './endpoints/domains.ts';
import { eventEndpoints } from './endpoints/events.ts';
import { incomingTransferEndpoints } from './endpoints/incoming-transfers.ts';
import { recordEndpoints } from './endpoints/records.ts';
import type { EndpointShape } from './endpoints/shape.ts';
import { transferEndpoints } from './endpoints/transfers.ts';
import { webhookEndpoints } from './endpoints/webhooks.ts';

export { bodyErrors, type Scope, sharedErrors } from './endpoints/shape.ts';

export const endpoints = {
  ...domainEndpoints,
  ...transferEndpoints,
  ...incomingTransferEndpoints,
  ...recordEndpoints,
  ...changeEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  ...accountEndpoints,
} as const satisfies Record<string, EndpointShape>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;
export type Endpoint = EndpointShape;

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
