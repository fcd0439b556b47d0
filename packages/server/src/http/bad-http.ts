/** Requests that no route sees, because they are not HTTP as Node understands it. */
import type { Duplex } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { Refusal } from '../base/errors.ts';
import { type ErrorForm, errorResponse } from './error-response.ts';

const jsonType = 'application/json; charset=utf-8';

const refusalByCode: Readonly<Record<string, string>> = {
  HPE_HEADER_OVERFLOW: 'The headers are too large.',
  ERR_HTTP_REQUEST_TIMEOUT: 'The request took too long to arrive.',
};

/** Node's parser refused it. */
export function refuseBadHttp(
  error: Error & { readonly code?: string; readonly rawPacket?: unknown },
  socket: Duplex,
  options: {
    readonly prefixes: ReadonlyMap<string, string> | undefined;
    readonly form: ErrorForm | undefined;
  },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const message = refusalByCode[error.code ?? ''] ?? 'The request is not valid HTTP.';
  const response = errorResponse(new Refusal('bad_http', message));
  const formed = options.form?.(urlOfPacket(error.rawPacket, options.prefixes), response);
  const body = formed?.body ?? Buffer.from(JSON.stringify(response.body));
  const headers = {
    'content-type': jsonType,
    ...response.headers,
    ...formed?.headers,
    'content-length': String(body.length),
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = ['HTTP/1.1 400 Bad Request\r\n', ...lines, '\r\n'].join('');
  socket.end(Buffer.concat([Buffer.from(head), body]));
}

/** Enough for the first lines of a request that is meant as one. */
const startBytes = 2_048;

/** The path that was asked for, as far as it can be read; empty otherwise. */
function urlOfPacket(packet: unknown, prefixes: ReadonlyMap<string, string> | undefined): string {
  if (!Buffer.isBuffer(packet)) return '';
  const start = packet.subarray(0, startBytes).toString('latin1');
  const [, url = ''] = /^\S+ (\/\S*) HTTP\//.exec(start) ?? [];
  const [, host = ''] = /\r\nhost:[ \t]*(\S+)/i.exec(start) ?? [];
  return url === '' ? '' : `${prefixes?.get(host) ?? ''}${url}`;
}

export function refuseExpectation(_: unknown, answer: FastifyReply['raw']): void {
  const message = 'The only supported Expect header is 100-continue.';
  const { headers, body } = errorResponse(new Refusal('bad_http', message));
  answer.writeHead(400, { 'content-type': jsonType, ...headers, connection: 'close' });
  answer.end(JSON.stringify(body));
}
