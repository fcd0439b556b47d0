import { describe, expect, it } from 'vitest';
import { isSpf, mergeSpf, spfTerms, textOf } from './spf.ts';

describe('SPF records', () => {
  it('are TXT records that begin with the version', () => {
    expect(isSpf(textOf({ type: 'TXT', value: '"v=spf1 " "-all"' }))).toBe(true);
    expect(isSpf(textOf({ type: 'TXT', value: 'V=SPF1' }))).toBe(true);
    expect(isSpf(textOf({ type: 'TXT', value: 'v=spf10 -all' }))).toBe(false);
    expect(isSpf(textOf({ type: 'MX', value: '10 mx.example.net' }))).toBe(false);
  });

  it('have terms with qualifier, name and value', () => {
    expect(spfTerms('v=spf1 a/24 ~include:_spf.example.net redirect=x.example ?all')).toEqual([
      { text: 'a/24', name: 'a', qualifier: '+', value: '24', isModifier: false },
      {
        text: '~include:_spf.example.net',
        name: 'include',
        qualifier: '~',
        value: '_spf.example.net',
        isModifier: false,
      },
      {
        text: 'redirect=x.example',
        name: 'redirect',
        qualifier: '+',
        value: 'x.example',
        isModifier: true,
      },
      { text: '?all', name: 'all', qualifier: '?', value: '', isModifier: false },
    ]);
  });

  const wanted = 'v=spf1 include:_spf.example.net ~all';
  const merges: readonly [held: string, wanted: string, merged: string | null][] = [
    // Each with its own end: that of the record that is there stays.
    ['v=spf1 ip4:192.0.2.1 -all', wanted, 'v=spf1 ip4:192.0.2.1 include:_spf.example.net -all'],
    ['v=spf1 -all', wanted, 'v=spf1 include:_spf.example.net -all'],
    ['v=spf1 mx', wanted, 'v=spf1 mx include:_spf.example.net'],
    ['v=spf1 +INCLUDE:_spf.example.net -all', wanted, 'v=spf1 +INCLUDE:_spf.example.net -all'],
    // A qualifier changes what a term says.
    [
      'v=spf1 ?include:_spf.example.net -all',
      wanted,
      'v=spf1 ?include:_spf.example.net include:_spf.example.net -all',
    ],
    ['v=spf1 redirect=_spf.other.example', wanted, null],
    ['v=spf1 mx -all', 'v=spf1 -all', null],
    ['v=spf1 -all', 'v=spf1 -all', 'v=spf1 -all'],
    ['v=spf1 ~all', 'v=spf1 -all', null],
  ];
  it.each(merges)('%s, with %s, becomes %s', (held, other, merged) => {
    const merge = mergeSpf(held, other);
    if (merged === null) expect(merge).toEqual({ kind: 'apart' });
    else if (merged === held) expect(merge).toEqual({ kind: 'same' });
    else expect(merge).toEqual({ kind: 'merged', text: merged });
  });
});
