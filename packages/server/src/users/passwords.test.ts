import { dashboardLimits } from '@hostmaster/contract/dashboard';
import { cpuMsOf } from '@hostmaster/test-rig/cpu-time';
import { describe, expect, it } from 'vitest';
import { PasswordHasher } from './passwords.ts';
import { isWeakPassword } from './weak-passwords.ts';

describe('a password', () => {
  const hasher = new PasswordHasher({ concurrency: 2 });
  const address = '192.0.2.1';

  it('is recognised by its hash, and nothing else is', async () => {
    const hash = await hasher.hash('correct horse battery', address);
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(hash).not.toContain('horse');
    expect(await hasher.isRight('correct horse battery', hash, address)).toBe(true);
    expect(await hasher.isRight('correct horse batterY', hash, address)).toBe(false);
    expect(await hasher.isRight('', hash, address)).toBe(false);
    expect(await hasher.hash('correct horse battery', address)).not.toBe(hash);
  });

  it('is the same however its letters are composed', async () => {
    const hash = await hasher.hash('Caf\u00e9 au lait, merci', address);
    expect(await hasher.isRight('Cafe\u0301 au lait, merci', hash, address)).toBe(true);
  });

  it('without an account is never right, and takes as long to be wrong', async () => {
    const hash = await hasher.hash('correct horse battery', address);
    const timed = async (stored: string | null) => {
      const begin = performance.now();
      for (let count = 0; count < 5; count += 1) {
        expect(await hasher.isRight('something else', stored, address)).toBe(false);
      }
      return performance.now() - begin;
    };
    const [known, unknown] = [await timed(hash), await timed(null)];
    expect(unknown).toBeGreaterThan(known / 3);
  });

  it('is refused when too many of one network wait, and other services stay open', async () => {
    const elsewhere = new PasswordHasher({ concurrency: 2 });
    const crowd = Array.from({ length: 20 }, () => hasher.isRight('x', null, address));
    const [answers, isRightElsewhere] = await Promise.all([
      Promise.allSettled(crowd),
      elsewhere.isRight('x', null, address),
    ]);
    expect(isRightElsewhere).toBe(false);
    const refused = answers.filter(({ status }) => status === 'rejected');
    expect(refused).toHaveLength(8);
    for (const answer of refused) {
      expect(answer).toMatchObject({ reason: { code: 'too_many_attempts', retryAfterSeconds: 5 } });
    }
    expect(await hasher.isRight('x', null, address)).toBe(false);
  });

  it('of another network overtakes those of a crowded one', async () => {
    const order: string[] = [];
    const crowd = Array.from({ length: 12 }, (_, i) =>
      hasher.isRight('x', null, `192.0.2.${i}`).then(() => order.push('crowd')),
    );
    const owner = hasher.isRight('x', null, '198.51.100.1').then(() => order.push('owner'));
    await Promise.all([...crowd, owner]);
    expect(order.indexOf('owner')).toBeLessThan(6);
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
    'liverpool1',
    'Charlie2019',
    'Summer2026!',
    'p4$$w0rd2026',
    'M0nkey123456',
    'abcabcabcabc',
    'trustno1trustno1',
    'qwertzuiop',
    '1q2w3e4r5t6y',
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
    'kX9#mQ2vLp',
    'jvnqpwrzmt',
    'horse-battery-7',
  ])('is not: %s', (password) => {
    expect(isWeakPassword(password, known)).toBe(false);
  });

  it('is recognised in a bounded time, however long and hostile', async () => {
    const hostile = ['p4ssw0rd1!', 'ab1', '\u{fdfa}', '19840714', '4@8({[<3961!|7$5'];
    const length = dashboardLimits.passwordLengthMax;
    const passwords = hostile.map((unit) => `x${unit.repeat(length)}`.slice(0, length));
    const cpuMs = await cpuMsOf(() => {
      for (let count = 0; count < 200; count += 1) {
        for (const password of passwords) isWeakPassword(password, known);
      }
    });
    // 0.2 seconds for these 1,000; zxcvbn needs a second for one of them.
    expect(cpuMs).toBeLessThan(10_000);
  });
});
