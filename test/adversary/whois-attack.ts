/** WHOIS: every other name is new, some lines never end, and some answers are not read. */
import { connect } from 'node:net';
import { type Attack, addressOf } from './attack.ts';

const waitMs = 2_000;

export const whoisAttack: Attack = {
  name: 'WHOIS',
  routes: [],
  connections: 48,
  send: ({ whoisPort, zones }, turn) =>
    new Promise((resolve) => {
      const host = '127.0.0.1';
      const socket = connect({ host, port: whoisPort, localAddress: addressOf(turn) });
      let isAnswered = false;
      const end = () => {
        socket.destroy();
        resolve(isAnswered ? 'answered' : 'closed');
      };
      const name = turn.index % 2 === 0 ? zones.wide : `absent-${turn.index}.com`;
      const isWhole = turn.index % 8 !== 7;
      socket.on('error', end).on('close', end);
      socket.setTimeout(waitMs, end);
      socket.write(isWhole ? `${name}\r\n` : 'x'.repeat(100));
      socket.once('data', () => {
        isAnswered = true;
        if (turn.index % 8 === 5) socket.pause();
      });
    }),
};
