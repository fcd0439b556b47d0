/** The balance, the statement and top-ups of a workspace. */
import { type DashboardInput, forecastDays, topUpLimits } from '@hostmaster/contract/dashboard';
import { invalidRequest } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits, creditsToCents } from '../base/money.ts';
import { balanceCents } from '../ledger/balances.ts';
import { heldInTotalCents, readStatement } from '../ledger/statement.ts';
import { statementCsv } from '../ledger/statement-csv.ts';
import { requireTopUp } from '../payments/find-top-up.ts';
import { openCheckout, paymentsOff } from '../payments/open-checkout.ts';
import { countRenewals } from '../payments/paid-renewals.ts';
import { payTestTopUp } from '../payments/pay-test-top-up.ts';
import { refreshTopUp } from '../payments/refresh-top-up.ts';
import { requestTopUp, topUpView } from '../payments/request-top-up.ts';
import { forecastCredits } from './credit-forecast.ts';
import type { Handlers } from './dashboard-handler.ts';

const statementPageSize = 50;

export const creditHandlers = {
  async getCredits({ services, call }) {
    const { database, payments } = services;
    const { workspaceId } = call.actor;
    const balance = await balanceCents(database, workspaceId);
    const { forecasts } = await forecastCredits(
      database,
      { workspaceId, now: call.now, balanceCents: balance },
      [forecastDays.near, forecastDays.far],
    );
    const [forecast, yearForecast] = forecasts;
    if (forecast === undefined || yearForecast === undefined) throw new Error('No forecast.');
    return {
      balance: centsToCredits(balance),
      held: centsToCredits(await heldInTotalCents(database, workspaceId)),
      forecast,
      yearForecast,
      topUp: {
        provider: payments.method.provider,
        minimumCredits: topUpLimits.creditsMin,
        maximumCredits: topUpLimits.creditsMax,
        suggestions: [...topUpLimits.suggestions],
      },
    };
  },

  async listStatement({ services, call }, input) {
    const { entries, next } = await readStatement(services.database, {
      workspaceId: call.actor.workspaceId,
      ...filterOf(input),
      ...(input.before === undefined ? {} : { before: input.before }),
      limit: statementPageSize,
    });
    return {
      entries: entries.map(({ id, at, kind, description, domain, state, ...cents }) => ({
        id,
        at: isoTime(at),
        kind,
        description,
        domain,
        credits: centsToCredits(cents.deltaCents),
        balance: centsToCredits(cents.balanceCents),
        state,
      })),
      next,
    };
  },

  async exportStatement({ services, call }, input) {
    const { workspaceId } = call.actor;
    return {
      fileName: `statement-${isoTime(call.now).slice(0, 10)}.csv`,
      content: statementCsv(services.database, { workspaceId, ...filterOf(input) }),
    };
  },

  async createTopUp(request, { credits, renewals = [] }) {
    const { services, call, now } = request;
    const { provider } = services.payments.method;
    if (provider === 'none') throw paymentsOff();
    const amountCents = creditsToCents(credits);
    if (amountCents === null) {
      throw invalidRequest({ path: 'credits', message: 'must have at most two decimals' });
    }
    const { workspaceId } = call.actor;
    const { limits } = services.operations.rules;
    const topUp = await request.persist(
      requestTopUp({
        actor: call.actor,
        operationId: call.operationId,
        amountCents,
        provider,
        at: call.now,
        now,
        limits,
        renewals: renewals.map(({ domain, maxCredits }) => ({
          name: domain,
          maxCents: agreedCents(maxCredits),
        })),
      }),
    );
    const row = await requireTopUp(services.database, { id: topUp.id, workspaceId });
    return { topUp, payUrl: await openCheckout(services.payments, row) };
  },

  async getTopUp({ services, call }, { topUpId: id }) {
    const { workspaceId } = call.actor;
    const topUp = await refreshTopUp(services.payments, { id, workspaceId });
    return { topUp: topUpView(topUp, await countRenewals(services.database, id)) };
  },

  async payTopUp(request, { topUpId: id, outcome }) {
    const { services, call } = request;
    const { actor, operationId: activityId } = call;
    await request.persist(payTestTopUp(services.payments, { id, outcome, actor, activityId }));
    const { workspaceId } = actor;
    const topUp = await requireTopUp(services.database, { id, workspaceId });
    return { topUp: topUpView(topUp, await countRenewals(services.database, id)) };
  },
} satisfies Partial<Handlers>;

function agreedCents(credits: number): number {
  const cents = creditsToCents(credits);
  if (cents !== null) return cents;
  throw invalidRequest({ path: 'renewals', message: 'maxCredits must have at most two decimals' });
}

function filterOf(input: Pick<DashboardInput<'exportStatement'>, 'kind' | 'from' | 'to'>) {
  return {
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.from === undefined ? {} : { from: Date.parse(input.from) }),
    ...(input.to === undefined ? {} : { to: Date.parse(input.to) }),
  };
}
