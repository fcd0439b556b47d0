import { describe, expect, it } from 'vitest';
import { FailingNames } from './failing-names.ts';

describe('a command that fails', () => {
  it('fails for the name while at most one other name fails with it', () => {
    const failing = new FailingNames();
    expect(failing.failed('create', 'a.com')).toBe(true);
    expect(failing.failed('create', 'a.com')).toBe(true);
    expect(failing.failed('create', 'b.com')).toBe(true);
    expect(failing.failed('create', 'c.com')).toBe(false);
    expect(failing.failed('create', 'a.com')).toBe(false);
    expect(failing.failed('renew', 'a.com')).toBe(true);
  });

  it('fails for the name again once the command has worked for another', () => {
    const failing = new FailingNames();
    for (const name of ['a.com', 'b.com', 'c.com']) failing.failed('create', name);
    failing.worked('create');
    expect(failing.failed('create', 'a.com')).toBe(true);
  });
});
