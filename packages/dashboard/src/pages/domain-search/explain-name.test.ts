import { describe, expect, it } from 'vitest';
import { explainName } from './explain-name.ts';

describe('explainName', () => {
  it.each([
    '',
    'example',
    'example.com',
    'Example.COM.',
    'bücher',
    'a-b.co.uk',
    'my shop',
    'xn--bcher-kva',
  ])('has nothing against %o', (text) => {
    expect(explainName(text)).toBeNull();
  });

  it.each([
    ['shop/sale', 'without a path'],
    ['ada@example.com', 'after the @'],
    ['example..com', 'an extra dot'],
    ['my_shop', 'underscores'],
    ['-shop', 'hyphen'],
    ['shop-.com', 'hyphen'],
    ['shop!', '“!”'],
    ['a'.repeat(64), '64 characters'],
    ['ab--cd', 'reserved'],
  ])('explains what is wrong with %o', (text, words) => {
    expect(explainName(text)).toContain(words);
  });
});
