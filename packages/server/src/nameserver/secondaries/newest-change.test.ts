/** PowerDNS, fed by IXFR, had the newest serial and answered without the new record. */
import {
  classes,
  encodeMessage,
  makeReply,
  Name,
  type ResourceRecord,
  rrTypes,
} from '@hostmaster/dns';
import { startDnsServer } from '@hostmaster/dns/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askNewestChange } from './newest-change.ts';
import type { Secondary } from './secondaries.ts';

const record: ResourceRecord = {
  name: Name.parse('www.example.com'),
  type: rrTypes.A,
  class: classes.IN,
  ttlSeconds: 60,
  rdata: new Uint8Array([192, 0, 2, 1]),
};
const change = { zone: 'example.com', name: record.name, type: rrTypes.A, record, isAdded: true };
const options = {
  clock: { now: () => Date.now() },
  random: { below: () => 7 },
  sources: [],
  stopping: new AbortController().signal,
};

describe('the newest change, asked as a resolver asks', () => {
  let answers: readonly ResourceRecord[] = [];
  let server: Awaited<ReturnType<typeof startDnsServer>>;
  let secondary: Secondary;

  beforeAll(async () => {
    server = await startDnsServer({
      host: '127.0.0.1',
      port: 0,
      onError: console.error,
      handler: async ({ message }) =>
        message === null
          ? null
          : encodeMessage(makeReply(message, { authoritative: true, answers })),
    });
    const key = {
      name: Name.parse('k'),
      algorithm: 'hmac-sha256',
      secret: new Uint8Array(),
    } as const;
    secondary = {
      name: 's',
      addresses: [server.address],
      key,
      transfers: 'ixfr',
      tls: 'optional',
      tlsKey: null,
    };
  });
  afterAll(() => server.close());

  it('is right when the answer has the record', async () => {
    answers = [record];
    expect(await askNewestChange(secondary, change, options)).toBeNull();
  });

  it('is wrong without it, whatever the serial says', async () => {
    answers = [];
    expect(await askNewestChange(secondary, change, options)).toBe(
      'answers www.example.com A without the newest record',
    );
  });

  it('is wrong with a record that was deleted', async () => {
    answers = [record];
    expect(await askNewestChange(secondary, { ...change, isAdded: false }, options)).toBe(
      'answers www.example.com A with a record that was deleted',
    );
  });
});
