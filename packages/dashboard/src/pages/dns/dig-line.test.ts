import { describe, expect, it } from 'vitest';
import { digLine } from './dig-line.ts';

describe('digLine', () => {
  it.each([
    ['A', { host: '127.0.0.1', port: 5353 }, 'dig +short @127.0.0.1 -p 5353 www.loom.com A'],
    ['MX', { host: '192.0.2.53', port: 53 }, 'dig +short @192.0.2.53 www.loom.com MX'],
    ['TLS', null, 'dig +short www.loom.com TLSA'],
    ['ALIAS', null, 'dig +short www.loom.com A'],
  ] as const)('%s at %o', (type, server, line) => {
    expect(digLine({ name: 'www.loom.com', type, server })).toBe(line);
  });
});
