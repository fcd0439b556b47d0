/** One request on a connection of its own, byte for byte. */
import { connect } from 'node:net';

export interface Exchange {
  /** 0 when the server closed without an answer. */
  readonly status: number;
  readonly ms: number;
  readonly bytes: number;
  readonly text: string;
}

/** Ends with the answer; a request without an end is cut off by the server's own limit. */
export function exchange(port: number, bytes: Buffer): Promise<Exchange> {
  const { promise, resolve } = Promise.withResolvers<Exchange>();
  const begin = performance.now();
  const hasBody = bytes.toString('latin1', 0, 5) !== 'HEAD ';
  let text = '';
  const socket = connect({ host: '127.0.0.1', port });
  socket.setEncoding('latin1').on('data', (part: string) => {
    text += part;
    // What was broken may be the header that asks for a close.
    if (isWhole(text, hasBody)) socket.destroy();
  });
  // A reset after a refusal is the same as a close.
  socket.on('error', () => {});
  socket.on('close', () => {
    resolve({
      status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(text)?.[1] ?? 0),
      ms: performance.now() - begin,
      bytes: text.length,
      text,
    });
  });
  // Not ended: the server takes a client that ends its side for gone.
  socket.write(bytes);
  return promise;
}

function isWhole(text: string, hasBody: boolean): boolean {
  const headEnd = text.indexOf('\r\n\r\n');
  if (headEnd === -1) return false;
  const head = text.slice(0, headEnd);
  const length = /^content-length: (\d+)$/im.exec(head)?.[1];
  if (!hasBody || (length === undefined && !/^transfer-encoding:/im.test(head))) return true;
  if (length === undefined) return text.endsWith('0\r\n\r\n');
  return text.length >= headEnd + 4 + Number(length);
}
