/**
 * Encodes a command before a session is acquired, so that a request the schemas forbid is refused
 * while nothing has been sent.
 */

import { randomBytes } from 'node:crypto';
import { type CommandCodec, encodeCommand } from '../codecs/command-codec.ts';
import type { EppResponse } from '../epp-response.ts';
import { secretsIn } from '../redact-frame.ts';
import { writeDocument } from '../xml/write-xml.ts';

export interface PreparedCommand<Result> {
  readonly type: string;
  readonly clTRID: string;
  readonly xml: string;
  /** Namespaces the login must have agreed on. */
  readonly uris: readonly string[];
  /** Texts that must not appear in a log, even when the server repeats them. */
  readonly secrets: readonly string[];
  decode(response: EppResponse): Result;
}

export function prepareCommand<Request, Result>(
  codec: CommandCodec<Request, Result>,
  request: Request,
  clTRID: string,
): PreparedCommand<Result> {
  const body = codec.encodeRequest(request);
  const document = encodeCommand(body, clTRID);
  const uris = body.extensions.map((extension) => extension.uri);
  return {
    type: codec.type,
    clTRID,
    xml: writeDocument(document),
    uris: codec.objectUri === undefined ? uris : [codec.objectUri, ...uris],
    secrets: secretsIn(document),
    decode: (response) => codec.decodeResult(response, request),
  };
}

/** 128 random bits: no two sends share an id, not even after a restart. */
export function randomClTRID(): string {
  return `HM-${randomBytes(16).toString('hex')}`;
}
