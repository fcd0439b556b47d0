import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Asker, RegistryAvailability } from './registrar.ts';
import { RegistryQuestions } from './registry-questions.ts';

interface PendingCheck {
  readonly names: readonly string[];
  readonly asker: Asker | undefined;
  answer(): void;
  refuse(): void;
}

const available: RegistryAvailability = { available: true, premium: null };

let pendingChecks: PendingCheck[];
let questions: RegistryQuestions;

beforeEach(() => {
  vi.useFakeTimers();
  pendingChecks = [];
  questions = new RegistryQuestions({
    registrar: {
      check(names, asker) {
        const { promise, resolve, reject } = Promise.withResolvers<RegistryAvailability[]>();
        pendingChecks.push({
          names,
          asker,
          answer: () => resolve(names.map(() => available)),
          refuse: () => reject(new Error('The registry is away.')),
        });
        return promise;
      },
    },
    inFlightMax: 2,
    clock: { now: () => Date.now() },
  });
});

afterEach(() => {
  vi.useRealTimers();
});

function check(workspaceId: string, names: string[], signal?: AbortSignal) {
  const question = { workspaceId, purpose: 'check', answerMsMax: 3_000 } as const;
  const answer = questions.check(names, {
    ...question,
    ...(signal === undefined ? {} : { signal }),
  });
  answer.catch(() => undefined);
  return answer;
}

async function settle(): Promise<void> {
  await vi.advanceTimersByTimeAsync(0);
}

const askedNames = () => pendingChecks.map(({ names }) => names.join(' '));

describe('questions in flight', () => {
  it('are bounded per workspace; the next one starts when one is answered', async () => {
    const first = check('a', ['one.com']);
    for (const name of ['two.com', 'three.com']) void check('a', [name]);
    void check('b', ['four.com']);
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com', 'four.com']);
    pendingChecks[0]?.answer();
    expect(await first).toEqual([available]);
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com', 'four.com', 'three.com']);
  });

  it('hole 4: make one that waits 2 s for its turn fail with 429', async () => {
    for (const name of ['one.com', 'two.com']) void check('a', [name]);
    const third = check('a', ['three.com']);
    await vi.advanceTimersByTimeAsync(1_999);
    expect(askedNames()).toEqual(['one.com', 'two.com']);
    await vi.advanceTimersByTimeAsync(1);
    await expect(third).rejects.toMatchObject({ code: 'too_many_questions', retryAfterSeconds: 2 });
    pendingChecks[0]?.answer();
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com']);
  });

  it('keep their place until the registry answers, even after the time limit', async () => {
    const first = check('a', ['one.com']);
    void check('a', ['two.com']);
    await vi.advanceTimersByTimeAsync(3_000);
    await expect(first).rejects.toMatchObject({ code: 'registry_unavailable' });
    expect(pendingChecks[0]?.asker?.signal?.aborted).toBe(true);
    void check('a', ['three.com']);
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com']);
    pendingChecks[0]?.refuse();
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com', 'three.com']);
  });
});

describe('a question whose client is gone', () => {
  it('hole 4: leaves the queue of its workspace, and the queue of the registry', async () => {
    const gone = new AbortController();
    void check('a', ['one.com'], gone.signal);
    void check('a', ['two.com']);
    void check('a', ['three.com'], gone.signal);
    await settle();
    gone.abort();
    await settle();
    expect(pendingChecks.map(({ asker }) => asker?.signal?.aborted)).toEqual([true, false]);
    pendingChecks[0]?.refuse();
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com']);
  });

  it('stays while another request waits for the same name', async () => {
    const gone = new AbortController();
    const left = check('a', ['one.com'], gone.signal);
    const stays = check('a', ['one.com']);
    await settle();
    gone.abort();
    await expect(left).rejects.toMatchObject({ code: 'registry_unavailable' });
    expect(pendingChecks[0]?.asker?.signal?.aborted).toBe(false);
    pendingChecks[0]?.answer();
    expect(await stays).toEqual([available]);
  });
});

describe('an answer', () => {
  it('hole 4: is shared for a second, within one workspace only', async () => {
    const first = check('a', ['one.com']);
    await settle();
    pendingChecks[0]?.answer();
    await first;
    await vi.advanceTimersByTimeAsync(999);
    expect(await check('a', ['one.com'])).toEqual([available]);
    void check('a', ['one.com', 'two.com']);
    void check('b', ['one.com']);
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com', 'one.com']);
    expect(pendingChecks[2]?.asker?.id).toBe('b');
    await vi.advanceTimersByTimeAsync(1);
    void check('b', ['one.com']);
    void check('a', ['one.com']);
    await settle();
    expect(askedNames()).toEqual(['one.com', 'two.com', 'one.com', 'one.com']);
    expect(pendingChecks[3]?.asker?.id).toBe('a');
  });

  it('is not used for a registration, and a failure is not shared at all', async () => {
    const failing = check('a', ['one.com']);
    await settle();
    pendingChecks[0]?.refuse();
    await expect(failing).rejects.toThrow('away');
    void check('a', ['one.com']);
    await settle();
    pendingChecks[1]?.answer();
    await settle();
    const registration = { workspaceId: 'a', purpose: 'registration', answerMsMax: 1 } as const;
    questions.check(['one.com'], registration).catch(() => undefined);
    await settle();
    expect(pendingChecks.map(({ asker }) => asker?.purpose)).toEqual([
      'check',
      'check',
      'registration',
    ]);
  });
});
