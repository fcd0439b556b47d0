/** Budgets of mail per address and purpose: what is sent at once, and what becomes of the others. */
import { dayMs, minuteMs } from '@hostmaster/contract/durations';
import { describe, expect, it } from 'vitest';
import type { MailBudget } from '../storage/tables/mail/mail-budgets.ts';
import { releaseHeld } from './held-mails.ts';
import { budgetKey, takePlace } from './mail-budget.ts';

const now = 20_000 * dayMs;
const links = { publicUrl: 'https://names.example' };

/** How many mails pass at a time, and the budget then. */
function takeAll(key: string, at: number, before?: MailBudget): [number, MailBudget | undefined] {
  let budget = before;
  for (let taken = 0; ; taken += 1) {
    const place = takePlace(key, budget, at);
    if (place === null) return [taken, budget];
    const values = place.kind === 'insert' ? place.row : place.kind === 'update' && place.set;
    budget = { key, waiting: false, ...budget, ...(values as object) } as MailBudget;
  }
}

const mail = { workspaceId: null, cause: 'ws_1', recipient: 'A@example.com' };

describe('a budget', () => {
  it.each([
    ['owner-data-changed', 5],
    ['confirm-address', 5],
    ['auth-code-issued', 5],
    ['expiry-notice', 50],
    ['a kind of an earlier version', 50],
  ])('of %s has %i places, and one more every ten minutes', (kind, places) => {
    const key = budgetKey({ ...mail, kind });
    const [taken, full] = takeAll(key, now);
    expect(taken).toBe(places);
    expect(takeAll(key, now + 10 * minuteMs - 1, full)[0]).toBe(0);
    expect(takeAll(key, now + 10 * minuteMs, full)[0]).toBe(1);
    expect(takeAll(key, now + 30 * minuteMs, full)[0]).toBe(3);
    expect(takeAll(key, now + dayMs, full)[0]).toBe(places);
  });

  it('belongs to an address and a purpose', () => {
    const key = (changes: object) => budgetKey({ ...mail, kind: 'owner-data-changed', ...changes });
    expect(key({ recipient: 'a@example.com', cause: 'ws_2' })).toBe(key({}));
    expect(key({ recipient: 'b@example.com' })).not.toBe(key({}));
    expect(key({ kind: 'auth-code-issued' })).not.toBe(key({}));
  });

  it.each(['expiry-notice', 'transfer-out-requested', 'new-sign-in'] as const)(
    'of %s cannot be used up by another account or workspace',
    (kind) => {
      const keys = ['ws_1', 'ws_2'].map((cause) => budgetKey({ ...mail, kind, cause }));
      expect(new Set(keys).size).toBe(2);
    },
  );
});

describe('held mails', () => {
  const key = 'owner a@example.com';
  const budget = { key, freeAt: now, waiting: true };
  const held = (id: string, changes: object = {}) => ({
    ...mail,
    id,
    subject: `Subject of ${id}`,
    summary: `Line of ${id}\nhttps://names.example/${id}`,
    ...changes,
  });
  const release = (
    mails: readonly ReturnType<typeof held>[],
    at: MailBudget | undefined = budget,
  ) => releaseHeld({ key, budget: at, held: mails }, { now, links });

  it('become one mail that lists them, with their links', () => {
    const change = release([held('eml_1'), held('eml_2'), held('eml_3')]);
    const [joined] = change?.mails ?? [];
    expect(joined).toMatchObject({ ...mail, isAdmitted: true, notice: { kind: 'joined-notices' } });
    const text = joined?.notice.paragraphs.join('\n');
    for (const id of ['eml_1', 'eml_2', 'eml_3']) expect(text).toContain(`names.example/${id}`);
    expect(change?.rows).toContainEqual(
      expect.objectContaining({ table: 'mails', where: { id: ['eml_1', 'eml_2', 'eml_3'] } }),
    );
    expect(change?.rows).toContainEqual(
      expect.objectContaining({ table: 'mail_budgets', set: { waiting: false } }),
    );
  });

  it('are sent as they are when there is only one, or when it lists others itself', () => {
    for (const mails of [[held('eml_1')], [held('eml_1', { summary: null }), held('eml_2')]]) {
      const change = release(mails);
      expect(change?.mails ?? []).toEqual([]);
      expect(change?.rows).toContainEqual(
        expect.objectContaining({ where: { id: 'eml_1' }, set: { heldIn: null, admitted: true } }),
      );
    }
  });

  it('are never in one mail with those about another account or workspace', () => {
    const change = release([held('eml_1'), held('eml_2', { cause: 'ws_2' }), held('eml_3')]);
    const text = change?.mails?.[0]?.notice.paragraphs.join('\n');
    expect(text).toContain('eml_3');
    expect(text).not.toContain('eml_2');
    expect(JSON.stringify(change?.rows)).not.toContain('"waiting":false');
  });

  it('wait for a free place, and another process may have been faster', () => {
    expect(release([held('eml_1')], { ...budget, freeAt: now + 1 })).toBeNull();
    expect(release([held('eml_1')], { ...budget, waiting: false })).toBeNull();
    expect(releaseHeld({ key, budget: undefined, held: [] }, { now, links })).toBeNull();
  });
});
