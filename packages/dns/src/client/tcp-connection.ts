/** One TCP connection of the client, with a deadline for each read. */
import { once } from 'node:events';
import { createConnection, type Socket } from 'node:net';
import { FrameReader, frame } from '../tcp-framing.ts';
import { DnsExchangeError, type ExchangeOptions, timeout, unreachable } from './exchange-error.ts';

export interface TcpConnection extends AsyncDisposable {
  send(packet: Uint8Array): void;
  /** The next packet. Throws DnsExchangeError when none comes in time. */
  receive(): Promise<Uint8Array>;
}

export async function openTcp(
  options: Pick<ExchangeOptions, 'address' | 'port' | 'timeoutMs' | 'sourceAddress' | 'signal'>,
): Promise<TcpConnection> {
  const { address: host, port, sourceAddress: localAddress } = options;
  const socket = createConnection({
    host,
    port,
    noDelay: true,
    ...(localAddress === undefined ? {} : { localAddress }),
  });
  const limit = AbortSignal.timeout(options.timeoutMs);
  const signal = options.signal === undefined ? limit : AbortSignal.any([limit, options.signal]);
  try {
    await once(socket, 'connect', { signal });
  } catch (error) {
    socket.destroy();
    throw signal.aborted ? timeout(options) : unreachable(options, error);
  }
  const packets = readPackets(socket, options);
  return {
    send: (packet) => {
      socket.write(frame(packet));
    },
    async receive() {
      const { value, done } = await packets.next();
      if (done) throw new DnsExchangeError(`${options.address} closed the connection`);
      return value;
    },
    async [Symbol.asyncDispose]() {
      socket.destroy();
    },
  };
}

async function* readPackets(
  socket: Socket,
  options: Pick<ExchangeOptions, 'address' | 'port' | 'timeoutMs' | 'signal'>,
): AsyncGenerator<Uint8Array> {
  const frames = new FrameReader();
  let expired = false;
  const expire = () => {
    expired = true;
    socket.destroy();
  };
  socket.setTimeout(options.timeoutMs, expire);
  options.signal?.addEventListener('abort', expire, { once: true });
  try {
    for await (const chunk of socket) yield* frames.push(chunk);
  } catch (error) {
    if (!expired) throw unreachable(options, error);
  } finally {
    options.signal?.removeEventListener('abort', expire);
  }
  if (expired) throw timeout(options);
}
