import { classes, makeMessage, Name, opcodes, rcodes, rrTypes } from '@hostmaster/dns';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { domainNotFound, StorageUnavailable } from '../base/errors.ts';
import { LongWork } from '../base/fairness/long-work.ts';
import type { SecretBox } from '../base/secret-box.ts';
import type { HostmasterDatabase } from '../storage/schema.ts';
import { standardSoa } from '../zones/soa-settings.ts';
import { answerUpdate, createUpdateHandlers } from './answer-update.ts';

const message = makeMessage(1, {
  opcode: opcodes.UPDATE,
  questions: [{ name: Name.parse('example.com'), type: rrTypes.SOA, class: classes.IN }],
});

const peer = { address: '192.0.2.1' };

describe('an UPDATE that cannot be carried out', () => {
  it.each([
    ['REFUSED when trying again would not help', domainNotFound(), rcodes.REFUSED],
    ['SERVFAIL while storage is away', new StorageUnavailable(null), rcodes.SERVFAIL],
    ['SERVFAIL for a fault of ours', new Error('a fault'), rcodes.SERVFAIL],
  ])('%s', async (_, error, rcode) => {
    const fail = async () => {
      throw error;
    };
    const database = {
      first: fail,
      all: fail,
    } as Partial<HostmasterDatabase> as HostmasterDatabase;
    const services = {
      database,
      secrets: {} as SecretBox,
      clock: { now: () => 0 },
      log: pino({ level: 'silent' }),
      soaDefaults: standardSoa,
      limits: {
        recordsPerZone: 10,
        recordBytesPerZone: 10_000,
        preparedBytes: 10_000,
        revisionBytes: 10_000,
        changedBytes: 10_000,
        recordsPerName: 10,
        charactersPerSet: 10_000,
        updateEntries: 10,
      },
      longWork: new LongWork({ waitingMax: 1, placesMax: 1 }),
      rate: null,
    };
    const requester = { kind: 'signed', owner: { kind: 'updater', keyId: 'key' } };
    expect(await answerUpdate(services, { request: { message, peer }, requester })).toBe(rcode);
  });
});

describe('the rate of UPDATE messages', () => {
  it('is limited per key, and recovers with time', async () => {
    let now = 0;
    const handlers = createUpdateHandlers({
      database: {
        first: async () => undefined,
      } as Partial<HostmasterDatabase> as HostmasterDatabase,
      secrets: {} as SecretBox,
      clock: { now: () => now },
      log: pino({ level: 'silent' }),
      soaDefaults: standardSoa,
      limits: {
        recordsPerZone: 10,
        recordBytesPerZone: 10_000,
        preparedBytes: 10_000,
        revisionBytes: 10_000,
        changedBytes: 10_000,
        recordsPerName: 10,
        charactersPerSet: 10_000,
        updateEntries: 10,
      },
      longWork: new LongWork({ waitingMax: 1, placesMax: 1 }),
      rate: { perSecond: 1, burst: 2 },
    });
    const send = (keyId: string) =>
      handlers.update({
        request: { message, peer },
        requester: { kind: 'signed', owner: { kind: 'updater', keyId } },
      });
    expect([await send('a'), await send('a'), await send('a'), await send('b')]).toEqual([
      rcodes.REFUSED,
      rcodes.REFUSED,
      rcodes.SERVFAIL,
      rcodes.REFUSED,
    ]);
    now = 1_000;
    expect(await send('a')).toBe(rcodes.REFUSED);
  });
});
