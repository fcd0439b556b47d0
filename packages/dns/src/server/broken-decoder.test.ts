/** A fault in the decoder is reported; the server keeps answering. */
import { afterAll, expect, it, vi } from 'vitest';
import { exchange } from '../client/exchange.ts';
import { encodeMessage } from '../encode-message.ts';
import { makeQuery, makeReply } from '../message.ts';
import { Name } from '../name.ts';
import { rcodes, rrTypes } from '../protocol.ts';

// Test files share their modules: the server with the fault is loaded apart from the one they use.
vi.resetModules();
vi.doMock(import('../decode-message.ts'), async (load) => {
  const { decodeMessage } = await load();
  return {
    decodeMessage: (packet) => {
      const message = decodeMessage(packet);
      if (message.id === 666 && !message.response) throw new TypeError('a fault of the decoder');
      return message;
    },
  };
});
const { startDnsServer } = await import('./dns-server.ts');

afterAll(() => {
  vi.doUnmock('../decode-message.ts');
  vi.resetModules();
});

it.each(['udp', 'tcp'] as const)(
  'over %s the peer gets SERVFAIL, the next one an answer',
  async (transport) => {
    const errors: unknown[] = [];
    const server = await startDnsServer({
      host: '127.0.0.1',
      port: 0,
      handler: ({ message }) => (message === null ? null : encodeMessage(makeReply(message, {}))),
      onError: (error) => errors.push(error),
    });
    const options = { ...server.address, timeoutMs: 2_000, nowSeconds: () => 0, transport };
    const ask = (id: number) =>
      exchange(makeQuery(id, { name: Name.parse('example.com'), type: rrTypes.A }), options);
    expect((await ask(666)).rcode).toBe(rcodes.SERVFAIL);
    expect(errors).toEqual([expect.any(TypeError)]);
    expect((await ask(1)).rcode).toBe(rcodes.NOERROR);
    await server.close();
  },
);
