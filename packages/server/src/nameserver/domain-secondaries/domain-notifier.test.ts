import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { decodeMessage, Name } from '@hostmaster/dns';
import { pino } from 'pino';
import { afterEach, expect, it } from 'vitest';
import { systemRandom } from '../../base/random.ts';
import type { SecretBox } from '../../base/secret-box.ts';
import type { HostmasterDatabase } from '../../storage/schema.ts';
import type { DomainSecondary } from '../../storage/tables/domain-secondaries/domain-secondaries.ts';
import { DomainNotifier } from './domain-notifier.ts';

const endings: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of endings.splice(0)) await end();
});

it('a workspace with silent secondaries of many domains keeps no other waiting', async () => {
  const silent = await listen();
  const other = await listen();
  const zones = Array.from({ length: 1_500 }, (_, index) => `busy${index}.example`);
  const notifier = start((zone) =>
    zone.startsWith('busy')
      ? Array.from({ length: 8 }, (_, index) => secondary(`${zone}/${index}`, 'busy', silent))
      : [secondary(zone, 'other', other)],
  );
  for (const zone of zones) notifier.announce(zone);
  notifier.announce('other.example');
  const [packet] = (await once(other, 'message')) as [Buffer];
  expect(decodeMessage(packet).questions[0]?.name.equals(Name.parse('other.example'))).toBe(true);
}, 30_000);

function start(secondariesOf: (zone: string) => DomainSecondary[]): DomainNotifier {
  const reserved = {
    all: async (_: unknown, { zones }: { readonly zones: readonly string[] }) =>
      zones.flatMap((zone) => secondariesOf(zone).map((each) => ({ ...each, zone }))),
  };
  const stopping = new AbortController();
  const notifier = new DomainNotifier({
    database: { reserved } as object as HostmasterDatabase,
    secrets: { open: () => 'c2VjcmV0' } as Partial<SecretBox> as SecretBox,
    clock: { now: () => 0 },
    random: systemRandom,
    log: pino({ level: 'silent' }),
    sources: [],
    stopping: stopping.signal,
    keys: { note: () => {} },
  });
  endings.push(() => {
    notifier.stop();
    stopping.abort();
  });
  return notifier;
}

function secondary(id: string, workspaceId: string, at: Socket): DomainSecondary {
  return {
    ...{ id, workspaceId, domainId: id, address: '127.0.0.1', port: at.address().port },
    ...{ keyName: 'key.example', keyAlgorithm: 'hmac-sha256', keySecret: '', createdAt: 0 },
    createdBy: null,
    ...{ askedAt: 0, fetchedAt: null, fetchedSerial: null, notifiedAt: null, notifyAnswer: null },
  };
}

async function listen(): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  endings.push(() => socket.close());
  return socket;
}
