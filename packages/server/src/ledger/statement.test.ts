/** Compares the statement with a plain list of the steps: every line and balance must agree. */

import { setImmediate as nextTurn } from 'node:timers/promises';
import { statementKinds } from '@hostmaster/contract/dashboard';
import { query } from '@hostmaster/test-rig/any-query';
import { describeOnBothEngines } from '@hostmaster/test-rig/engines';
import { persistDecided } from '@hostmaster/test-rig/persist-decided';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { newId } from '../base/ids.ts';
import type { Change } from '../changes/change.ts';
import { ofWorkspace, persist, persistChange } from '../changes/persist.ts';
import { readMigrations } from '../storage/migrate.ts';
import { insert, update } from '../storage/row-write.ts';
import type { HostmasterDatabase, Schema } from '../storage/schema.ts';
import { topUps } from '../storage/tables/credits/top-ups.ts';
import { domains } from '../storage/tables/domains/domains.ts';
import { terms } from '../storage/tables/renewal/terms.ts';
import { newWorkspace } from '../workspaces/workspaces.ts';
import { balanceCents } from './balances.ts';
import { workspaceAccount } from './ledger-accounts.ts';
import { hold, type LedgerEntry, post, removal, topUp, voiding } from './ledger-entry.ts';
import { heldInTotalCents, readStatement, type StatementEntry } from './statement.ts';
import { verifyLedger } from './verify-ledger.ts';

const migrations = readMigrations(new URL('../storage/migrations/', import.meta.url));

/** Corrupts the stored amounts, which no operation does. */
const alterTopUps = query<{ amountCents: number }>()(({ db, p }) =>
  db.updateTable('top_ups').set({ amount_cents: p.amountCents }),
);

type Step =
  | { readonly kind: 'pay' | 'credit' | 'remove'; readonly cents: number }
  | { readonly kind: 'registration' | 'renewal'; readonly cents: number }
  | { readonly kind: 'post' | 'void'; readonly which: number };

const cents = fc.integer({ min: 1, max: 5_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('pay', 'credit', 'remove'), cents }),
  fc.record({ kind: fc.constantFrom('registration', 'renewal'), cents }),
  fc.record({ kind: fc.constantFrom('post', 'void'), which: fc.nat(1_000) }),
);

describeOnBothEngines('the statement', (engine) => {
  it('shows every movement with the balance after it, in pages of any size', async () => {
    const db = await engine.open<Schema>({ migrations });
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 30 }),
        fc.integer({ min: 1, max: 7 }),
        async (steps, limit) => {
          const customer = await Customer.open(db);
          for (const each of steps) await customer.take(each);
          expect(await readAll(db, { workspaceId: customer.id, limit })).toEqual(
            customer.expected(),
          );
          expect(await heldInTotalCents(db, customer.id)).toBe(customer.heldCents());
          for (const kind of statementKinds) {
            expect(await readAll(db, { workspaceId: customer.id, limit, kind })).toEqual(
              customer.expected().filter((entry) => entry.kind === kind),
            );
          }
        },
      ),
      { numRuns: engine.name === 'sqlite' ? 60 : 25 },
    );
    // These domains exist only in the ledger, so their own checks do not apply.
    const { problems } = await verifyLedger(db);
    expect(problems.filter((problem) => !problem.startsWith('dom_'))).toEqual([]);
  });

  it('is proven by the verification, which misses no cent of a top-up', async () => {
    const db = await engine.open<Schema>({ migrations });
    const customer = await Customer.open(db);
    await customer.take({ kind: 'pay', cents: 500 });
    expect(await verifyLedger(db)).toMatchObject({ ok: true });
    await db.transaction((tx) => tx.run(alterTopUps, { amountCents: 600 }));
    const { problems } = await verifyLedger(db);
    expect(problems).toEqual([
      expect.stringMatching(/^top_\w+: 600 cents were paid for ws_\w+, 500 were credited to/),
    ]);
  });

  it('keeps to a time', async () => {
    const db = await engine.open<Schema>({ migrations });
    const customer = await Customer.open(db);
    for (let i = 0; i < 5; i += 1) await customer.take({ kind: 'credit', cents: 100 });
    const page = { workspaceId: customer.id, limit: 10 };
    const { entries } = await readStatement(db, { ...page, from: 2, to: 4 });
    expect(entries.map(({ at, balanceCents: after }) => [at, after])).toEqual([
      [3, 1_300],
      [2, 1_200],
    ]);
  });

  it('is not confused by what happens while it is read', async () => {
    const db = await engine.open<Schema>({ migrations });
    const customer = await Customer.open(db);
    for (let i = 0; i < 6; i += 1) await customer.take({ kind: 'credit', cents: 100 });
    const expected = customer.expected();
    const first = await readStatement(db, { workspaceId: customer.id, limit: 3 });
    await customer.take({ kind: 'remove', cents: 50 });
    const before = first.next ?? '';
    const second = await readStatement(db, { workspaceId: customer.id, limit: 10, before });
    expect([...first.entries, ...second.entries].map(withoutId)).toEqual(expected);
  });
});

describeOnBothEngines('the statement of a busy workspace', (engine) => {
  it('adds up at every moment', async () => {
    const db = await engine.open<Schema>({ migrations });
    const { id: workspaceId } = await persistDecided(
      db,
      newWorkspace({ name: 'Busy', email: null, creditCents: 100_000, at: 0 }),
    );
    let isBusy = true;
    const movement = { workspaceId, amountCents: 7, reason: 'Why', at: 1 };
    const writing = Array.from({ length: 6 }, async (_, i) => {
      for (let n = 0; n < 40; n += 1) {
        await persist(db, {
          ...ofWorkspace(workspaceId),
          load: (reader) => balanceCents(reader, workspaceId),
          decide: (balance) => ({
            answer: undefined,
            change: { ledger: [i % 2 === 0 ? topUp(movement) : removal(movement, balance)] },
          }),
        });
      }
    });
    const written = Promise.all(writing).then(() => {
      isBusy = false;
    });
    let reads = 0;
    while (isBusy) {
      const { entries } = await readStatement(db, { workspaceId, limit: 20 });
      for (const [i, entry] of entries.entries()) {
        const older = entries[i + 1];
        if (older !== undefined) {
          expect(entry.balanceCents - entry.deltaCents).toBe(older.balanceCents);
        }
      }
      reads += 1;
      // SQLite reads end in the turn they began in, and writers need separate turns.
      await nextTurn();
    }
    await written;
    expect(reads).toBeGreaterThan(2);
    const { entries } = await readStatement(db, { workspaceId, limit: 1 });
    expect(entries[0]?.balanceCents).toBe(await balanceCents(db, workspaceId));
  });
});

/** Runs the steps and keeps the expected statement beside them. */
class Customer {
  readonly #db: HostmasterDatabase;
  readonly id: string;
  #clock = 0;
  #balanceCents = 1_000;
  readonly #lines: { -readonly [K in keyof Line]: Line[K] }[] = [
    line({
      kind: 'adjustment',
      description: 'Added by the operator: Opening credits',
      deltaCents: 1_000,
      balanceCents: 1_000,
    }),
  ];
  readonly #holds: OpenHold[] = [];

  private constructor(db: HostmasterDatabase, id: string) {
    this.#db = db;
    this.id = id;
  }

  static async open(db: HostmasterDatabase): Promise<Customer> {
    const { id } = await persistDecided(
      db,
      newWorkspace({ name: 'Test', email: null, creditCents: 1_000, at: 0 }),
    );
    return new Customer(db, id);
  }

  async take(each: Step): Promise<void> {
    this.#clock += 1;
    await persistChange(this.#db, this.#changeOf(each));
    expect(await balanceCents(this.#db, this.id)).toBe(this.#balanceCents);
  }

  expected(): Line[] {
    return this.#lines.toReversed();
  }

  heldCents(): number {
    return this.#holds.reduce((sum, held) => sum - (this.#lines[held.line]?.deltaCents ?? 0), 0);
  }

  #changeOf(each: Step): Change {
    if ('which' in each) {
      const [held] = this.#holds.splice(each.which % Math.max(1, this.#holds.length), 1);
      return held === undefined ? {} : this.#settle(each.kind, held);
    }
    const movement = {
      workspaceId: this.id,
      amountCents: each.cents,
      reason: 'Why',
      at: this.#clock,
    };
    if (each.kind === 'credit') {
      this.#note({
        kind: 'adjustment',
        description: 'Added by the operator: Why',
        deltaCents: each.cents,
      });
      return { ledger: [topUp(movement)] };
    }
    if (each.kind === 'pay') return this.#pay(topUp(movement));
    if (each.cents > this.#balanceCents) return {};
    const balance = this.#balanceCents;
    if (each.kind !== 'remove')
      return this.#order(
        each.kind,
        hold(movement, { balanceCents: balance, key: null, member: null }),
      );
    this.#note({
      kind: 'adjustment',
      description: 'Removed by the operator: Why',
      deltaCents: -each.cents,
    });
    return { ledger: [removal(movement, balance)] };
  }

  #pay(transfer: LedgerEntry): Change {
    const { amountCents } = transfer;
    const paid = insert(topUps, {
      id: newId('top'),
      workspaceId: this.id,
      requestedBy: 'usr_test',
      amountCents,
      provider: 'stripe',
      state: 'paid',
      checkoutAttempt: 1,
      sessionId: null,
      payUrl: null,
      paymentRef: null,
      transferId: transfer.id,
      createdAt: 0,
      askedAt: 0,
      settledAt: 1,
      receiptNumber: null,
    });
    this.#note({ kind: 'top_up', description: 'Top-up by card', deltaCents: amountCents });
    return { ledger: [transfer], termRows: [paid] };
  }

  #order(kind: 'registration' | 'renewal', held: LedgerEntry): Change {
    const name = `${newId('dom')}.com`;
    const domainId = newId('dom');
    const domain = { ...someDomain, id: domainId, workspaceId: this.id, name };
    const term = {
      id: newId('trm'),
      domainId,
      kind,
      years: 2,
      state: 'pending',
      acceptedAt: 0,
      holdId: held.id,
      automatic: kind === 'renewal',
    } as const;
    this.#holds.push({ held, termId: term.id, name, line: this.#lines.length, kind });
    this.#note({
      kind,
      description: `${kind === 'renewal' ? 'Automatic renewal' : 'Registration'} of ${name}, 2 years`,
      domain: name,
      deltaCents: -held.amountCents,
      state: 'pending',
    });
    return { rows: [insert(domains, domain)], ledger: [held], terms: [term] };
  }

  #settle(how: 'post' | 'void', { held, termId, name, line, kind }: OpenHold): Change {
    const ordered = this.#lines[line];
    if (ordered === undefined) throw new Error('A hold was not written down.');
    ordered.state = how === 'post' ? 'settled' : 'returned';
    const state = how === 'post' ? 'posted' : 'voided';
    if (how === 'void') {
      this.#note({
        kind: 'refund',
        description: `Refund: the registry declined the ${kind} of ${name}`,
        domain: name,
        deltaCents: -ordered.deltaCents,
      });
    }
    const spentBy = { keyId: null, userId: null };
    const hold = { ...held, ...spentBy, fromAccount: workspaceAccount(this.id) };
    return {
      rows: [update(terms, { id: termId }, { state })],
      ledger: [how === 'post' ? post(hold, this.#clock) : voiding(hold, this.#clock)],
    };
  }

  #note(facts: Partial<Line> & Pick<Line, 'kind' | 'description' | 'deltaCents'>): void {
    this.#balanceCents += facts.deltaCents;
    this.#lines.push(line({ ...facts, at: this.#clock, balanceCents: this.#balanceCents }));
  }
}

interface OpenHold {
  readonly held: LedgerEntry;
  readonly termId: string;
  readonly name: string;
  readonly line: number;
  readonly kind: string;
}

type Line = Omit<StatementEntry, 'id'>;

function line(facts: Partial<Line> & Pick<Line, 'kind' | 'description' | 'deltaCents'>): Line {
  return { at: 0, domain: null, balanceCents: 0, state: 'settled', ...facts };
}

function withoutId({ id: _, ...entry }: StatementEntry): Line {
  return entry;
}

async function readAll(
  db: HostmasterDatabase,
  page: { workspaceId: string; limit: number; kind?: StatementEntry['kind'] },
): Promise<Line[]> {
  const entries: StatementEntry[] = [];
  let before: string | null = null;
  do {
    const read = await readStatement(db, { ...page, ...(before === null ? {} : { before }) });
    expect(read.entries.length).toBeLessThanOrEqual(page.limit);
    entries.push(...read.entries);
    before = read.next;
  } while (before !== null);
  return entries.map(withoutId);
}

const someDomain = {
  state: 'live',
  visible: true,
  dueAt: null,
  registration: { createdAt: 0, years: 2, expiresAt: 0, premium: null },
  renewal: {
    autoRenew: false,
    renewalFailed: false,
    renewalTriedAt: null,
    noticedUntil: 0,
    extensionTriedAt: null,
  },
  owner: {
    contact: {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@example.com',
      phone: '+44.2071234567',
      address1: '1 Street',
      city: 'London',
      stateProvince: 'London',
      postalCode: 'N1',
      country: 'GB',
    },
    privacyEnabled: false,
  },
  registry: { desiredRevision: 1, appliedRevision: 1, registryExpiresAt: null },
  zone: {
    nameservers: [],
    servedNameservers: null,
    soa: null,
    signing: 'off',
    recordCount: 0,
    recordBytes: 0,
    zoneRevision: 0,
    revisionBytes: 0,
  },
  transferOut: {
    transferLocked: true,
    authCode: null,
    authCodeExpiresAt: null,
    transferOutUntil: null,
    transferredAt: null,
    zoneUntil: null,
  },
  release: { releaseBeganAt: null, deletedAt: null, redemptionUntil: null },
} as const;
