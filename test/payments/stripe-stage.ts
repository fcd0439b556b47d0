/**
 * A running service that takes payments by Stripe, the stand-in for Stripe, and a customer:
 *
 *   describeStripe('webhooks', (stage) => {
 *     it('credits', async () => {
 *       const topUp = await stage.topUp(5_000);
 */

import { describeOnBothEngines, type TestEngine } from '@hostmaster/test-rig/engines';
import { TestService } from '@hostmaster/test-rig/service';
import { type SignedEvent, StripeStandIn } from '@hostmaster/test-rig/stripe-stand-in';
import { afterAll, beforeAll, expect } from 'vitest';
import { openStripeCheckout } from '../../packages/server/src/adapters/stripe/stripe-checkout.ts';
import { newId } from '../../packages/server/src/base/ids.ts';
import { persist } from '../../packages/server/src/changes/persist.ts';
import { balanceCents } from '../../packages/server/src/ledger/balances.ts';
import { openCheckout } from '../../packages/server/src/payments/open-checkout.ts';
import type { PaymentServices } from '../../packages/server/src/payments/payment-services.ts';
import { requestTopUp } from '../../packages/server/src/payments/request-top-up.ts';
import {
  findPaymentNotification,
  findTopUp,
} from '../../packages/server/src/storage/queries/credits/top-ups.ts';
import type { TopUp } from '../../packages/server/src/storage/tables/credits/top-ups.ts';
import { readActivity } from '../../packages/server/src/workspaces/activity.ts';
import { operatorActor } from '../../packages/server/src/workspaces/actor.ts';

export function describeStripe(title: string, define: (stage: StripeStage) => void): void {
  describeOnBothEngines(title, (engine) => {
    const stage = new StripeStage(engine);
    beforeAll(() => stage.start());
    afterAll(() => stage.stop());
    define(stage);
  });
}

export interface Customer {
  readonly workspaceId: string;
}

export class StripeStage {
  readonly #engine: TestEngine;
  #parts: { stripe: StripeStandIn; service: TestService } | null = null;
  /** How far the service's machine clock is ahead, for what is asked through `services`. */
  aheadMs = 0;

  constructor(engine: TestEngine) {
    this.#engine = engine;
  }

  async start(): Promise<void> {
    const stripe = await StripeStandIn.open();
    const service = new TestService(this.#engine, { settings: stripe.settings });
    await service.start();
    this.#parts = { stripe, service };
  }

  /** From now on Stripe tells the service by itself. */
  deliverWebhooks(): void {
    this.stripe.webhookUrl = `${this.service.url}/webhooks/stripe`;
  }

  async stop(): Promise<void> {
    await this.service.stop();
    await this.stripe.close();
  }

  get stripe(): StripeStandIn {
    return this.#get().stripe;
  }

  get service(): TestService {
    return this.#get().service;
  }

  /** As the service has them, with a clock of our own. */
  get services(): PaymentServices {
    const { database, config } = this.service;
    if (config.stripe === null) throw new Error('Stripe is not set up.');
    return {
      database,
      method: {
        provider: 'stripe',
        checkout: openStripeCheckout({
          ...config.stripe,
          openMsMax: 1_000,
          stopping: new AbortController().signal,
        }),
      },
      links: { publicUrl: config.publicUrl },
      seller: config.seller,
      clock: { now: () => Date.now() + this.aheadMs },
      log: this.service.logger,
      calendarNow: async () => Date.now(),
    };
  }

  async customer(): Promise<Customer> {
    const { id } = await this.service.workspace({ credits: '0' });
    return { workspaceId: id };
  }

  /** A top-up that was requested but not yet sent to Stripe. */
  async request(customer: Customer, amountCents: number): Promise<TopUp> {
    const { id } = await persist(
      this.service.database,
      requestTopUp({
        actor: operatorActor(customer.workspaceId),
        operationId: newId('act'),
        amountCents,
        provider: 'stripe',
        at: Date.now(),
        now: Date.now(),
        limits: { openTopUps: 1_000 },
      }),
    );
    return this.find(id);
  }

  /** With its payment page open. */
  async topUp(customer: Customer, amountCents: number): Promise<TopUp> {
    const { id } = await this.request(customer, amountCents);
    await this.open(id);
    return this.find(id);
  }

  async open(id: string): Promise<string> {
    return openCheckout(this.services, await this.find(id));
  }

  async find(id: string): Promise<TopUp> {
    const row = await this.service.database.first(findTopUp, { id });
    if (row === undefined) throw new Error(`${id} is not there.`);
    return row;
  }

  async problemOf(eventId: string): Promise<string | null | undefined> {
    return (await this.service.database.first(findPaymentNotification, { id: eventId }))?.problem;
  }

  async balanceOf(customer: Customer): Promise<number> {
    return balanceCents(this.service.database, customer.workspaceId);
  }

  /** Newest first. */
  async actionsOf({ workspaceId }: Customer): Promise<string[]> {
    const entries = await readActivity(this.service.database, { workspaceId, limit: 100 });
    return entries.map((entry) => entry.action).filter((action) => action.startsWith('credits.'));
  }

  async send(event: Pick<SignedEvent, 'body' | 'headers'>): Promise<Response> {
    const { body, headers } = event;
    return fetch(`${this.service.url}/webhooks/stripe`, { method: 'POST', headers, body });
  }

  async deliver(...events: readonly SignedEvent[]): Promise<void> {
    for (const event of events) {
      const answer = await this.send(event);
      expect([answer.status, await answer.json()]).toEqual([200, { received: true }]);
    }
  }

  #get(): { stripe: StripeStandIn; service: TestService } {
    if (this.#parts === null) throw new Error('The stage is not set.');
    return this.#parts;
  }
}
