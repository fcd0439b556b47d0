import { describe, expect, test } from 'vitest';
import { CommandQueue, type Question } from './command-queue.ts';

interface TestEntry {
  readonly label: string;
  readonly question: Question | undefined;
}

function queueOf(sessionsMax: number, ...labels: readonly string[]) {
  const queue = new CommandQueue<TestEntry>(sessionsMax);
  for (const label of labels) queue.add(entryOf(label));
  return queue;
}

/** `a1` is a question of tenant a, `A1` an urgent one, `!1` a command. */
function entryOf(label: string): TestEntry {
  const letter = label.charAt(0);
  if (letter === '!') return { label, question: undefined };
  const tenant = letter.toLowerCase();
  return { label, question: { tenant, isUrgent: letter !== tenant } };
}

/** Takes and settles one after another, as a pool with one free session does. */
function order(queue: CommandQueue<TestEntry>): string[] {
  const labels: string[] = [];
  for (let entry = queue.take(); entry !== undefined; entry = queue.take()) {
    labels.push(entry.label);
    queue.settle(entry);
  }
  return labels;
}

/** Takes without settling, as many as may be in flight together. */
function together(queue: CommandQueue<TestEntry>): string[] {
  const labels: string[] = [];
  for (let entry = queue.take(); entry !== undefined; entry = queue.take()) {
    labels.push(entry.label);
  }
  return labels;
}

describe('the order of waiting commands', () => {
  test('is commands, urgent questions, questions', () => {
    expect(order(queueOf(1, 'a1', 'B1', '!1', 'a2', '!2'))).toEqual(['!1', '!2', 'B1', 'a1', 'a2']);
  });

  test('lets tenants take turns, however many questions one of them has', () => {
    const queue = queueOf(1, 'a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1');
    expect(order(queue)).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  test('skips what was removed', () => {
    const queue = queueOf(1, '!1', 'b1');
    const gone = entryOf('a1');
    queue.add(gone);
    queue.remove(gone);
    expect(queue.size).toBe(2);
    expect(order(queue)).toEqual(['!1', 'b1']);
  });
});

describe('what may be in flight together', () => {
  test('leaves one session without questions, and one question to other tenants', () => {
    const queue = queueOf(4, 'a1', 'a2', 'a3', 'a4');
    expect(queue.servable).toBe(2);
    expect(together(queue)).toEqual(['a1', 'a2']);
    queue.add(entryOf('b1'));
    queue.add(entryOf('c1'));
    expect(queue.servable).toBe(1);
    expect(together(queue)).toEqual(['b1']);
    queue.add(entryOf('!1'));
    expect(together(queue)).toEqual(['!1']);
  });

  test('includes a question beside any number of commands', () => {
    const queue = queueOf(3, '!1', '!2', '!3', '!4', 'a1');
    expect(together(queue).slice(0, 3)).toEqual(['!1', '!2', 'a1']);
  });

  test('is everything, one at a time, with a single session', () => {
    const queue = queueOf(1, 'a1', 'a2');
    const first = queue.take();
    expect(queue.take()).toBeUndefined();
    if (first !== undefined) queue.settle(first);
    expect(queue.take()?.label).toBe('a2');
  });
});
