import { describe, expect, it } from 'vitest';
import { parseBootstrap, rdapServerOf } from './bootstrap.ts';

const list = {
  version: '1.0',
  services: [
    [
      ['com', 'NET'],
      ['http://rdap.example/com', 'https://rdap.example/com/v1'],
    ],
    [['uk'], ['https://rdap.example/uk/']],
    [['co.uk'], ['https://rdap.example/co-uk/']],
    [['broken'], ['no address']],
    ['not a service'],
    null,
  ],
};

describe('the list of RDAP servers', () => {
  it('has the server of the longest suffix, over HTTPS where there is a choice', () => {
    const servers = parseBootstrap(JSON.stringify(list)) ?? new Map();
    expect(rdapServerOf(servers, 'example.com')).toBe('https://rdap.example/com/v1/');
    expect(rdapServerOf(servers, 'example.net')).toBe('https://rdap.example/com/v1/');
    expect(rdapServerOf(servers, 'example.co.uk')).toBe('https://rdap.example/co-uk/');
    expect(rdapServerOf(servers, 'example.org.uk')).toBe('https://rdap.example/uk/');
    expect(rdapServerOf(servers, 'example.broken')).toBeNull();
    expect(rdapServerOf(servers, 'example.org')).toBeNull();
  });

  it.each(['', '<html>', 'null', '[]', '{"services":{}}'])('is not %j', (text) => {
    expect(parseBootstrap(text)).toBeNull();
  });
});
