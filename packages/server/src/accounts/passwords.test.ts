import { describe, expect, it } from 'vitest';
import { hashPassword, isPassword } from './passwords.ts';
import { isWeakPassword } from './weak-passwords.ts';

describe('a password', () => {
  it('is recognised by its hash, and nothing else is', async () => {
    const hash = await hashPassword('correct horse battery');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain('horse');
    expect(await isPassword('correct horse battery', hash)).toBe(true);
    expect(await isPassword('correct horse batterY', hash)).toBe(false);
    expect(await isPassword('', hash)).toBe(false);
    expect(await hashPassword('correct horse battery')).not.toBe(hash);
  });

  it('is the same however its letters are composed', async () => {
    const hash = await hashPassword('Caf\u00e9 au lait, merci');
    expect(await isPassword('Cafe\u0301 au lait, merci', hash)).toBe(true);
  });

  it('of nobody is never right, and takes as long to be wrong', async () => {
    const hash = await hashPassword('correct horse battery');
    const timed = async (stored: string | null) => {
      const begin = performance.now();
      for (let count = 0; count < 5; count += 1) {
        expect(await isPassword('something else', stored)).toBe(false);
      }
      return performance.now() - begin;
    };
    const [known, unknown] = [await timed(hash), await timed(null)];
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('crowds are turned away instead of queued for ever', async () => {
    const crowd = Array.from({ length: 80 }, () => isPassword('x', null));
    const answers = await Promise.allSettled(crowd);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(28);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'too_many_attempts', retryAfterSeconds: 5 } });
    }
    expect(await isPassword('x', null)).toBe(false);
  });
});

describe('a weak password', () => {
  const known = ['ada.lovelace@example.com', 'Ada Lovelace'];

  it.each([
    '1234567890',
    '0987654321',
    'abcdefghijkl',
    'aaaaaaaaaaaaaaa',
    'ababababab',
    'password123',
    'Password1234!',
    '!!Passw0rd!!',
    'passwordpassword',
    'qwertyuiop',
    'letmeinnow',
    'hostmaster2026',
    'ada.lovelace',
    'ada.lovelace@example.com',
    'adalovelace1',
    '1234512345',
  ])('%s', (password) => {
    expect(isWeakPassword(password, known)).toBe(true);
  });

  it.each([
    'correct horse battery',
    'a horse that counts to nine',
    'Tr0ub4dor&3x',
    'my password is not this one',
    'passwords are what ada forgets',
    'пароль из пяти слов',
  ])('is not: %s', (password) => {
    expect(isWeakPassword(password, known)).toBe(false);
  });
});
