import { describe, expect, it } from 'vitest';
import { nameInAddress, pastedList, severalNames, variantsOf } from './search-names.ts';

describe('a search text', () => {
  it.each([
    ['loom', null],
    ['loom.com', null],
    ['my loom', null],
    ['loom.com, ', null],
    ['loom.com mill.org', ['loom.com', 'mill.org']],
    ['loom, mill', ['loom', 'mill']],
    ['loom.com\nmill.org;  loom.com', ['loom.com', 'mill.org']],
  ])('%j lists %j', (text, names) => {
    expect(severalNames(text)).toEqual(names);
  });

  it.each([
    ['https://www.loom.com/shop?x=1', 'loom.com'],
    ['http://ada@loom.com:8080', 'loom.com'],
    ['//loom.com', 'loom.com'],
    ['loom.com/shop', 'loom.com'],
    ['www.loom.com/', 'loom.com'],
    ['loom.com:443', 'loom.com'],
    ['loom', 'loom'],
    ['my loom', 'my loom'],
    ['ada@loom.com', 'ada@loom.com'],
  ])('%j is about %j', (text, name) => {
    expect(nameInAddress(text)).toBe(name);
  });

  it('is a list on one line when pasted', () => {
    expect(pastedList('loom.com\r\nmill.org\n')).toBe('loom.com, mill.org');
    expect(pastedList('loom.com')).toBeNull();
    expect(pastedList('my loom')).toBeNull();
  });
});

describe('a name that is taken', () => {
  it.each([
    ['loom.com', ['getloom.com', 'myloom.com', 'loomhq.com', 'loomonline.com']],
    [
      'my-loom.co.uk',
      [
        'myloom.co.uk',
        'getmy-loom.co.uk',
        'mymy-loom.co.uk',
        'my-loomhq.co.uk',
        'my-loomonline.co.uk',
      ],
    ],
    ['xn--bcher-kva.com', []],
    [`${'x'.repeat(61)}.com`, [`my${'x'.repeat(61)}.com`, `${'x'.repeat(61)}hq.com`]],
  ])('%j suggests %j', (name, variants) => {
    expect(variantsOf(name)).toEqual(variants);
  });
});
