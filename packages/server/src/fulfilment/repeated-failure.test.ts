import { describe, expect, it } from 'vitest';
import { reasonToGiveUp } from './repeated-failure.ts';

/** The worker's backoff: when the n-th attempt is sent, in seconds. */
const attempts = [0, 0.5, 1.5, 3.5, 7.5, 15.5, 31.5, 63.5, 127.5, 255.5];

function sendsOf(...answers: (string | null)[]) {
  return answers.map((answer, index) => ({ answer, sentAt: (attempts[index] ?? 0) * 1_000 }));
}

describe('a command that fails again and again', () => {
  it('is given up within four minutes when the answer is the same each time', () => {
    const same = attempts.map(() => '2400 failed');
    const judgedAt = attempts.findIndex(
      (at, index) => reasonToGiveUp(sendsOf(...same.slice(0, index)), at * 1_000) !== null,
    );
    expect(attempts[judgedAt]).toBeGreaterThan(60);
    expect(attempts[judgedAt]).toBeLessThan(240);
    expect(reasonToGiveUp(sendsOf(...same), 300_000)).toContain('2400 failed');
  });

  it.each([
    ['with different answers', ['a', 'b', 'a', 'b', 'a', 'b', 'a', 'b']],
    ['without an answer', [null, null, null, null, null, null, null, null]],
    ['and then without an answer', ['a', 'a', 'a', 'a', 'a', 'a', 'a', null]],
    ['too few times', [null, null, null, 'a', 'a', 'a', 'a', 'a']],
  ])('is tried again %s', (_, answers) => {
    expect(reasonToGiveUp(sendsOf(...answers), 3_600_000)).toBeNull();
  });

  it('is tried again while the failures are less than a minute apart', () => {
    const sends = sendsOf('a', 'a', 'a', 'a', 'a', 'a', 'a');
    expect(reasonToGiveUp(sends, 59_000)).toBeNull();
    expect(reasonToGiveUp(sends, 61_000)).not.toBeNull();
  });
});
