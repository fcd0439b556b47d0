/** The most expensive DNS messages: questions, zone transfers, UPDATE, NOTIFY, and what is no message. */
import { createSocket } from 'node:dgram';
import { connect } from 'node:net';
import {
  classes,
  encodeMessage,
  FrameReader,
  frame,
  type Message,
  makeMessage,
  makeNotify,
  makeQuery,
  makeUpdate,
  Name,
  type opcodes,
  rrTypes,
  type UpdateAction,
} from '@hostmaster/dns';
import { signPacket, type TsigKey } from '@hostmaster/dns/node';
import { type Attack, addressOf, type Turn } from './attack.ts';
import type { World } from './world.ts';

interface Exchange {
  /** `unread`: the answer stays on the wire until the end. */
  readonly over: 'udp' | 'tcp' | 'unread tcp';
  readonly packet: (world: World, turn: Turn) => Uint8Array;
}

const updateEntries = 1_000;
const waitMs = 2_000;
const fullBytes = 8_000;

/** By opcode: the compiler refuses one without an attack. */
const exchanges: Readonly<Record<keyof typeof opcodes, Readonly<Record<string, Exchange>>>> = {
  QUERY: {
    'names that do not exist': { over: 'udp', packet: question(missingName, rrTypes.A) },
    'the largest sets': { over: 'udp', packet: question(largestName, 255) },
    'names over TCP': { over: 'tcp', packet: question(missingName, rrTypes.A) },
    AXFR: { over: 'tcp', packet: transfer('many') },
    'AXFR that is not read': { over: 'unread tcp', packet: transfer('wide') },
    'no message': { over: 'udp', packet: () => Buffer.alloc(500, 0x01) },
  },
  NOTIFY: { zone: { over: 'udp', packet: notification } },
  UPDATE: {
    'a thousand entries': { over: 'tcp', packet: update },
    'not signed': { over: 'udp', packet: (world, turn) => encodeMessage(updateOf(world, turn, 5)) },
  },
};

export const dnsAttacks: readonly Attack[] = Object.entries(exchanges).flatMap(([opcode, kinds]) =>
  Object.entries(kinds).map(([kind, { over, packet }]) => ({
    name: `DNS ${opcode}: ${kind}`,
    routes: [],
    connections: over === 'udp' ? 64 : 24,
    send: (world, turn) =>
      over === 'udp'
        ? sendUdp(world, turn, packet(world, turn))
        : sendTcp(world, turn, { packet: packet(world, turn), isRead: over === 'tcp' }),
  })),
);

function question(nameOf: (world: World, turn: Turn) => string, type: number) {
  return (world: World, turn: Turn) =>
    encodeMessage(makeQuery(turn.index & 0xffff, { name: Name.parse(nameOf(world, turn)), type }));
}

function missingName({ zones, tag }: World, { index, connection }: Turn): string {
  return `${tag}-${connection}.${index}.${index % 2 === 0 ? zones.wide : zones.many}`;
}

function largestName({ zones }: World, { index }: Turn): string {
  return index % 2 === 0 ? `n${index % 1_000}.${zones.wide}` : `full.${zones.full}`;
}

function transfer(zone: 'wide' | 'many') {
  return (world: World, turn: Turn) =>
    signed(
      world,
      makeMessage(turn.index & 0xffff, {
        questions: [{ name: Name.parse(world.zones[zone]), type: rrTypes.AXFR, class: classes.IN }],
      }),
    );
}

function notification({ zones }: World, { index }: Turn): Uint8Array {
  return encodeMessage(makeNotify(index & 0xffff, { zone: Name.parse(zones.wide) }));
}

function update(world: World, turn: Turn): Uint8Array {
  return signed(world, updateOf(world, turn, updateEntries));
}

/** Sets that are replaced in one message, and again in the next. */
function updateOf({ zones }: World, { index }: Turn, entries: number): Message {
  const zone = Name.parse(zones.busy);
  const actions = Array.from({ length: entries / 2 }, (_, owner): UpdateAction[] => {
    const name = Name.parse(`u${owner}.${zones.busy}`);
    const rdata = Uint8Array.of(192, 0, 2, index % 250);
    const record = { name, type: rrTypes.A, class: classes.IN, ttlSeconds: 300, rdata };
    return [
      { kind: 'delete-set', name, type: rrTypes.A },
      { kind: 'add', record },
    ];
  });
  return makeUpdate(index & 0xffff, { zone, prerequisites: [], actions: actions.flat() });
}

function signed({ tsig }: World, message: Message): Uint8Array {
  const secret = Buffer.from(tsig.secret, 'base64');
  const key: TsigKey = { name: Name.parse(tsig.name), algorithm: 'hmac-sha256', secret };
  const nowSeconds = Math.floor(Date.now() / 1_000);
  return signPacket(encodeMessage(message), { key, nowSeconds }).packet;
}

/** From a new port of the connection's network each time. */
function sendUdp({ dnsPort }: World, turn: Turn, packet: Uint8Array): Promise<string> {
  return new Promise((resolve) => {
    const socket = createSocket('udp4');
    const end = (status: string) => {
      clearTimeout(timer);
      socket.close();
      resolve(status);
    };
    // Beyond the rate of a network there is no answer.
    const timer = setTimeout(() => end('dropped'), 50);
    socket.on('error', () => end('error'));
    socket.on('message', () => end('answered'));
    socket.bind(0, addressOf(turn), () => socket.send(packet, dnsPort, '127.0.0.1'));
  });
}

/** Reads one answer. Of a transfer the last message is the first that is not full. */
function sendTcp(
  { dnsPort, seconds }: World,
  turn: Turn,
  { packet, isRead }: { readonly packet: Uint8Array; readonly isRead: boolean },
): Promise<string> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port: dnsPort, localAddress: addressOf(turn) });
    const reader = new FrameReader();
    let firstLength = 0;
    const end = () => {
      socket.destroy();
      resolve(firstLength > 0 || !isRead ? 'answered' : 'closed');
    };
    socket.on('error', end).on('close', end);
    socket.setTimeout(isRead ? waitMs : seconds * 1_000, end);
    socket.write(frame(packet));
    if (!isRead) return;
    socket.on('data', (part: Buffer) => {
      for (const { length } of reader.push(part)) {
        firstLength ||= length;
        if (length < fullBytes || length < firstLength / 2) end();
      }
    });
  });
}
