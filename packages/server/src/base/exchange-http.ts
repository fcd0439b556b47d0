/**
 * One HTTP request and its answer. Redirects are not followed, and every size is bounded: headers,
 * interim answers (1xx) and the part of the body that is read. A switch of protocols is a failure.
 */
import type { X509Certificate } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { CallScope } from './outside-call.ts';

export interface HttpRequest {
  readonly url: URL;
  readonly method: 'GET' | 'POST';
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Connects to one of these, whatever the name of the host resolves to. */
  readonly addresses?: readonly string[];
  /** The rest of a longer answer is not read. */
  readonly bodyBytesMax: number;
}

export interface HttpAnswer {
  readonly status: number;
  readonly body: string;
  readonly contentType: string | null;
  /** Where a redirect leads to. */
  readonly location: string | null;
  /** The certificate of the server; absent without TLS. */
  readonly certificate?: X509Certificate;
}

const headerBytesMax = 16_384;
const interimAnswersMax = 8;

export function exchangeHttp(scope: CallScope, request: HttpRequest): Promise<HttpAnswer> {
  const { url, method, addresses, body = '', bodyBytesMax } = request;
  const { promise, resolve, reject } = Promise.withResolvers<HttpAnswer>();
  const send = url.protocol === 'https:' ? requestHttps : requestHttp;
  const outgoing = send(url, {
    method,
    maxHeaderSize: headerBytesMax,
    headers: {
      connection: 'close',
      ...(method === 'POST' ? { 'content-length': Buffer.byteLength(body) } : {}),
      ...request.headers,
    },
    // A connection to checked addresses is shared with no other request.
    ...(addresses === undefined ? {} : { agent: false, lookup: pinnedLookup(addresses) }),
  });
  scope.own(outgoing);
  // The agent would keep it open for a next request.
  outgoing.on('socket', (socket) => scope.own(socket));
  let interimAnswers = 0;
  outgoing.on('information', () => {
    interimAnswers += 1;
    if (interimAnswers > interimAnswersMax) reject(new Error('Too many interim answers.'));
  });
  outgoing.on('upgrade', (answer, socket) => {
    scope.own(socket);
    reject(new Error(`Answered ${answer.statusCode}: the protocol cannot be switched.`));
  });
  let isAnswered = false;
  outgoing.on('response', (incoming) => {
    isAnswered = true;
    const chunks: Buffer[] = [];
    let bytes = 0;
    const finish = () => {
      const text = Buffer.concat(chunks).subarray(0, bodyBytesMax).toString('utf8');
      const { statusCode: status = 0, headers } = incoming;
      const location = headers.location ?? null;
      const contentType = headers['content-type'] ?? null;
      resolve({ status, body: text, contentType, location, ...certificateOf(incoming.socket) });
    };
    incoming.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
      bytes += chunk.length;
      if (bytes >= bodyBytesMax) finish();
    });
    incoming.on('end', finish);
    incoming.on('error', reject);
    incoming.on('close', () => reject(new Error('The connection ended inside the answer.')));
  });
  outgoing.on('error', reject);
  outgoing.on('close', () => {
    if (!isAnswered) reject(new Error('The connection ended without an answer.'));
  });
  outgoing.end(body);
  return promise;
}

function certificateOf(socket: Socket): Pick<HttpAnswer, 'certificate'> {
  const certificate = socket instanceof TLSSocket ? socket.getPeerX509Certificate() : undefined;
  return certificate === undefined ? {} : { certificate };
}

function pinnedLookup(addresses: readonly string[]): LookupFunction {
  return (_hostname, { all }, callback) => {
    const found = addresses.map((address) => ({ address, family: isIP(address) }));
    const [first] = found;
    if (all === true) callback(null, found);
    else callback(null, first?.address ?? '', first?.family ?? 4);
  };
}
