import { describe, expect, it } from 'vitest';
import { readTransferList } from './transfer-list.ts';

describe('readTransferList', () => {
  it('takes the code after a space, a tab, a comma or a semicolon', () => {
    const text = 'a.com Code-1\r\n\n b.net\tCode 2 \nc.org,Code,3\nd.com;  Code;4';
    expect(readTransferList(text)).toEqual([
      { domain: 'a.com', authCode: 'Code-1' },
      { domain: 'b.net', authCode: 'Code 2' },
      { domain: 'c.org', authCode: 'Code,3' },
      { domain: 'd.com', authCode: 'Code;4' },
    ]);
  });

  it('names the first line that cannot be read', () => {
    expect(readTransferList('a.com Code-1\nb.net\n')).toMatch(/^Line 2 has no auth code/);
    expect(readTransferList('Domain Code\n')).toMatch(/^Line 1 doesn't begin with a domain/);
    expect(readTransferList(' \n')).toMatch(/^Enter the domains/);
    expect(readTransferList('a.com Code-1\n'.repeat(10_001))).toMatch(/at most 10,000/);
  });
});
