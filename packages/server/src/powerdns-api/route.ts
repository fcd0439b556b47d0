/** What a route of the PowerDNS-compatible API is, and what its handler gets. */
import type { Act } from '@hostmaster/contract/roles';
import { Refusal } from '../base/errors.ts';
import type { Cost } from '../operations/cost.ts';
import type { Call } from '../operations/operation.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';

export interface PowerdnsRequest {
  readonly database: HostmasterDatabase;
  readonly call: Call;
  /** Machine time. */
  readonly now: number;
  /** Since this process started to serve. */
  readonly uptimeSeconds: number;
  param(name: string): string;
  /** Undefined when the query does not have it. */
  query(name: string): string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
  readonly acceptsJson: boolean;
}

export interface PowerdnsAnswer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body?: object;
  /** A text that is read while it is sent. */
  readonly text?: { readonly mediaType: string; readonly pieces: AsyncGenerator<string> };
}

export interface PowerdnsRoute {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** After `/api`. */
  readonly path: string;
  readonly act: Act;
  readonly cost: Cost;
  /** Takes whole RRsets, so that its body may have `rrsetBytesMax`; others have what `/v1` allows. */
  readonly takesRrsets?: true;
  handle(request: PowerdnsRequest): Promise<PowerdnsAnswer>;
}

/** As PowerDNS: webserver-max-bodysize is 2 MB. */
export const rrsetBytesMax = 2 * 1024 * 1024;

export function ok(body: object): PowerdnsAnswer {
  return { status: 200, body };
}

export function pieces(mediaType: string, text: AsyncGenerator<string>): PowerdnsAnswer {
  return { status: 200, text: { mediaType, pieces: text } };
}

export const noContent: PowerdnsAnswer = { status: 204 };

/** Answered with 422, as PowerDNS does for all input that it understands and does not accept. */
export function unprocessable(message: string): Refusal {
  return new Refusal('invalid_request', message);
}
