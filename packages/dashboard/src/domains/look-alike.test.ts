import { describe, expect, it } from 'vitest';
import { lookAlikeOf } from './look-alike.ts';

describe('hole 15: a name that looks like an ASCII name', () => {
  it.each([
    ['xn--80ak6aa92e.com', 'apple.com'],
    ['аррӏе.com', 'apple.com'],
    ['сосо-1.net', 'coco-1.net'],
    ['ѕех.org', 'sex.org'],
    ['νορ.com', 'vop.com'],
  ])('%s is like %s', (name, ascii) => {
    expect(lookAlikeOf(name)).toBe(ascii);
  });

  it.each(['apple.com', 'bücher.com', 'яблоко.com', '例え.com', 'xn--bcher-kva.com', 'a.рф'])(
    '%s is none',
    (name) => {
      expect(lookAlikeOf(name)).toBeNull();
    },
  );
});
