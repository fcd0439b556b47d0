import { expect, it } from 'vitest';
import { eventId } from '../events/event-view.ts';
import type { StoredEvent } from '../storage/tables/events/events.ts';
import type { WebhookDelivery } from '../storage/tables/webhooks/webhook-deliveries.ts';
import type { Webhook } from '../storage/tables/webhooks/webhooks.ts';
import { type DeliveryBacklog, planDeliveries } from './plan-deliveries.ts';
import { startDelivery } from './start-delivery.ts';

const now = 1_000;

it('takes the next events in order, and an ordered webhook delivers the first', () => {
  const { plan, rows } = planDeliveries(webhook(), backlog({ events: [event(1), event(2)] }), now);
  expect(plan.due.map(({ seq }) => seq)).toEqual([1]);
  expect(rows).toMatchObject([
    { kind: 'insert', row: { seq: 1, state: 'pending' } },
    { kind: 'insert', row: { seq: 2, state: 'pending' } },
    { kind: 'update', set: { position: 2 } },
  ]);
});

it('begins a delivery that exists again under its own id, once', () => {
  const first = delivery(event(1), { attempts: 3, nextAt: now + 5 });
  const existing = new Map([[first.eventId, first]]);
  const wanted = backlog({ pending: [first], events: [event(1)], existing });
  const { plan, rows } = planDeliveries(webhook(), wanted, now);
  expect(plan.due).toMatchObject([{ id: first.id, attempts: 0, nextAt: 0 }]);
  expect(rows[0]).toMatchObject({ kind: 'update', where: { id: first.id } });
});

it('skips events of other types, and moves past them', () => {
  const some = webhook({ types: ['domain.renewed'] });
  const { plan, rows } = planDeliveries(some, backlog({ events: [event(1), event(2)] }), now);
  expect(plan).toEqual({ due: [], nextAt: null });
  expect(rows).toMatchObject([{ kind: 'update', set: { position: 2 } }]);
});

it('sends a repetition before its turn, and waits for an ordered event that failed', () => {
  const waiting = delivery(event(1), { nextAt: now + 5 });
  const repeated = delivery(event(7), { prompt: true });
  const pending = [repeated, waiting];
  const { plan } = planDeliveries(webhook({ position: 9 }), backlog({ pending }), now);
  expect(plan.due.map(({ id }) => id)).toEqual([repeated.id]);
  const alone = planDeliveries(webhook({ position: 9 }), backlog({ pending: [waiting] }), now);
  expect(alone.plan).toEqual({ due: [], nextAt: now + 5 });
});

function webhook(wanted: Partial<Webhook> = {}): Webhook {
  return {
    id: 'whk_1',
    workspaceId: 'ws_1',
    url: 'https://example.com/',
    types: null,
    ordered: true,
    state: 'active',
    pauseReason: null,
    secret: '',
    previousSecret: null,
    previousUntil: null,
    position: 0,
    failingSince: null,
    createdAt: 0,
    createdBy: null,
    ...wanted,
  };
}

function event(seq: number): StoredEvent {
  const idBase = `evt_${seq}`;
  return {
    workspaceId: 'ws_1',
    seq,
    idBase,
    type: 'domain.released',
    at: 0,
    domain: null,
    data: {},
  };
}

function delivery(of: StoredEvent, wanted: Partial<WebhookDelivery>): WebhookDelivery {
  const { type: eventType, seq } = of;
  const facts = { webhookId: 'whk_1', eventId: eventId(of), eventType, seq, testEvent: null };
  return { ...startDelivery({ ...facts, prompt: false }, undefined).delivery, ...wanted };
}

function backlog(wanted: Partial<DeliveryBacklog>): DeliveryBacklog {
  const lastSeq = wanted.events?.at(-1)?.seq ?? 0;
  const stream = { lastSeq, firstSeq: 1 };
  return { pending: [], stream, events: [], existing: new Map(), ...wanted };
}
