/** What a registration makes true, decided without a database. */
import { requiredContact } from '@hostmaster/test-rig/contact';
import { expect, it } from 'vitest';
import { InsufficientCredits } from '../../base/errors.ts';
import { operatorActor } from '../../workspaces/actor.ts';
import type { Call } from '../operation.ts';
import { registerDomain } from './register-domain.ts';

const now = Date.parse('2030-02-01T00:00:00.000Z');
const call = {
  actor: operatorActor('ws_1'),
  now,
  operationId: 'act_1',
  services: {
    handover: { leaseFor: () => null },
    secrets: { seal: (text: string) => `sealed ${text}` },
    registrar: { capabilitiesFor: () => ({ scriptProblem: null, totalYearsMax: null }) },
    rules: { defaultNameservers: ['ns1.example.net', 'ns2.example.net'], expiringSoonMs: 0 },
  },
} as unknown as Call;
const input = { domain: 'example.com', years: 2, contact: requiredContact };
const price = { registerCredits: 12, renewCredits: 14 };
const free = {
  isHeld: false,
  own: undefined,
  funds: { balanceCents: 10_000, key: null, member: null },
};

function decide(
  loaded: Parameters<typeof registerDomain.steps.decide>[2],
  maxCredits?: number,
  of = call,
) {
  const { steps } = registerDomain;
  const parsed = steps.parse({ ...input, ...(maxCredits === undefined ? {} : { maxCredits }) }, of);
  return steps.decide(of, parsed, loaded, { price, premium: null });
}

it('reserves the name, holds the credits and starts the job, in one change', () => {
  const { answer, change } = decide(free);
  expect(answer.domain).toMatchObject({
    name: 'example.com',
    status: 'active',
    creditsCharged: 24,
    expiresAt: '2032-02-01T00:00:00.000Z',
  });
  const [held] = change.ledger ?? [];
  const [term] = change.terms ?? [];
  expect(change).toEqual({
    rows: [
      {
        kind: 'insert',
        table: 'domains',
        ifAbsent: false,
        row: expect.objectContaining({ name: 'example.com', state: 'provisioning', visible: true }),
      },
    ],
    ledger: [expect.objectContaining({ kind: 'hold', workspaceId: 'ws_1', amountCents: 2_400 })],
    terms: [expect.objectContaining({ kind: 'registration', years: 2, holdId: held?.id })],
    termRows: [],
    jobs: [
      expect.objectContaining({
        kind: 'enqueue',
        whenQueued: 'add',
        job: expect.objectContaining({
          kind: 'provision-domain',
          payload: { domainId: term?.domainId, termId: term?.id },
        }),
      }),
    ],
    facts: [
      {
        id: 'act_1',
        at: now,
        actor: call.actor,
        fact: { kind: 'domain.register', domain: 'example.com', years: 2, credits: 24 },
      },
    ],
  });
});

it('journals the send with its auth code where this process makes it', () => {
  const lease = { token: 'token', leaseMs: 1_000 };
  const services = { ...call.services, handover: { leaseFor: () => lease } };
  const { change } = decide(free, undefined, { ...call, services } as unknown as Call);
  const [term] = change.terms ?? [];
  expect(change.jobs).toEqual([expect.objectContaining({ lease })]);
  expect(change.rows).toEqual([
    expect.objectContaining({
      row: expect.objectContaining({ authCode: expect.stringMatching(/^sealed Hm1-/) }),
    }),
  ]);
  expect(change.termRows).toEqual([
    expect.objectContaining({
      table: 'sends',
      row: expect.objectContaining({ termId: term?.id, command: 'create', expected: '1' }),
    }),
  ]);
});

it('hides the failed registration of the same workspace', () => {
  const own = { id: 'dom_failed', state: 'failed' } as never;
  expect(decide({ ...free, own }).change.rows?.[0]).toEqual({
    kind: 'update',
    table: 'domains',
    where: { id: 'dom_failed' },
    set: { visible: false },
    rows: 'one',
  });
});

it('refuses a taken name before a price that changed, and that before missing credits', () => {
  const poor = { ...free, funds: { ...free.funds, balanceCents: 2_399 } };
  expect(() => decide({ ...poor, isHeld: true }, 1)).toThrow('already registered');
  expect(() => decide({ ...poor, own: { state: 'live' } as never }, 1)).toThrow(
    'already registered',
  );
  expect(() => decide(poor, 1)).toThrow('price is higher');
  expect(() => decide(poor)).toThrow(InsufficientCredits);
});
