/** The balance, the statement and top-ups of a workspace. */
import { Readable } from 'node:stream';
import { type DashboardInput, forecastDays, topUpLimits } from '@hostmaster/contract/dashboard';
import { invalidRequest, Refusal } from '../base/errors.ts';
import { isoTime } from '../base/iso-time.ts';
import { centsToCredits, creditsToCents } from '../base/money.ts';
import { balanceCents } from '../ledger/ledger.ts';
import { heldInTotalCents, readStatement } from '../ledger/statement.ts';
import { statementCsv } from '../ledger/statement-csv.ts';
import { askProvider } from '../payments/ask-provider.ts';
import { openCheckout, paymentsOff } from '../payments/open-checkout.ts';
import { CheckoutUnavailable } from '../payments/payment-means.ts';
import type { PaymentServices } from '../payments/payment-services.ts';
import { requestTopUp, topUpView } from '../payments/request-top-up.ts';
import { settlePaid, settleUnpaid } from '../payments/settle-top-up.ts';
import { findTopUp, lockTopUp } from '../storage/queries/top-ups.ts';
import type { HostmasterReader, TopUpRow } from '../storage/schema.ts';
import { forecastCredits } from './credit-forecast.ts';
import type { Handlers } from './handler.ts';

const statementPageSize = 50;
/** The page polls after a payment; the provider is asked less often. */
const askEveryMs = 2_000;

export const creditHandlers = {
  async getCredits({ services, call }) {
    const { database, payments } = services;
    const { workspaceId } = call.actor;
    const balance = await balanceCents(database, workspaceId);
    const [forecast, yearForecast] = await forecastCredits(
      database,
      { workspaceId, now: call.now, balanceCents: balance },
      [forecastDays.near, forecastDays.far],
    );
    if (forecast === undefined || yearForecast === undefined) throw new Error('No forecast.');
    return {
      balance: centsToCredits(balance),
      held: centsToCredits(await heldInTotalCents(database, workspaceId)),
      forecast,
      yearForecast,
      topUp: {
        provider: payments.means.provider,
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

  async exportStatement({ services, call, offerAs }, input) {
    const { workspaceId } = call.actor;
    offerAs(`statement-${isoTime(call.now).slice(0, 10)}.csv`);
    return Readable.from(statementCsv(services.database, { workspaceId, ...filterOf(input) }));
  },

  async createTopUp(request, { credits }) {
    const { services, call, now } = request;
    const { provider } = services.payments.means;
    if (provider === 'none') throw paymentsOff();
    const amountCents = creditsToCents(credits);
    if (amountCents === null) {
      throw invalidRequest({ path: 'credits', message: 'must have at most two decimals' });
    }
    const topUp = await request.transact((tx) =>
      requestTopUp(tx, {
        actor: call.actor,
        operationId: call.operationId,
        amountCents,
        provider,
        at: call.now,
        now,
      }),
    );
    const row = await requireTopUp(services.database, topUp.id, call.actor.workspaceId);
    return { topUp, payUrl: await openCheckout(services.payments, row) };
  },

  async getTopUp({ services, call, now }, { topUpId }) {
    const { database, payments } = services;
    const { workspaceId } = call.actor;
    const row = await requireTopUp(database, topUpId, workspaceId);
    if (row.state === 'created' && now - row.asked_at >= askEveryMs) await tryAsking(payments, row);
    return { topUp: topUpView(await requireTopUp(database, topUpId, workspaceId)) };
  },

  async payTopUp(request, { topUpId, outcome }) {
    const { services, call } = request;
    const { actor, operationId: activityId } = call;
    await request.transact(async (tx) => {
      const topUp = await tx.first(lockTopUp, { id: topUpId });
      if (topUp?.workspace_id !== actor.workspaceId || !isTestPayment(services.payments, topUp)) {
        throw topUpNotFound();
      }
      const state = outcome === 'succeed' ? 'paid' : 'failed';
      if (topUp.state === state) return;
      if (topUp.state !== 'created') {
        throw new Refusal(
          'top_up_settled',
          `This payment has ended already: it is ${topUp.state}.`,
        );
      }
      const settlement = { topUp, actor, activityId };
      if (state === 'failed') {
        await settleUnpaid(tx, services.payments, { ...settlement, state });
      } else {
        const none = { sessionId: null, paymentRef: null };
        await settlePaid(tx, services.payments, { ...settlement, ...none });
      }
    });
    const row = await requireTopUp(services.database, topUpId, actor.workspaceId);
    return { topUp: topUpView(row) };
  },
} satisfies Partial<Handlers>;

function filterOf(input: Pick<DashboardInput<'exportStatement'>, 'kind' | 'from' | 'to'>) {
  return {
    ...(input.kind === undefined ? {} : { kind: input.kind }),
    ...(input.from === undefined ? {} : { from: Date.parse(input.from) }),
    ...(input.to === undefined ? {} : { to: Date.parse(input.to) }),
  };
}

/** Test payments exist in the sandbox only. */
function isTestPayment(payments: PaymentServices, topUp: TopUpRow): boolean {
  return payments.means.provider === 'sandbox' && topUp.provider === 'sandbox';
}

/** Without an answer nothing changes; the top-up watch asks again. */
async function tryAsking(payments: PaymentServices, topUp: TopUpRow): Promise<void> {
  try {
    await askProvider(payments, topUp);
  } catch (error) {
    if (!(error instanceof CheckoutUnavailable)) throw error;
    payments.log.warn({ err: error, topUp: topUp.id }, 'the payment provider did not answer');
  }
}

/** A top-up of another workspace answers like one that does not exist. */
async function requireTopUp(
  reader: HostmasterReader,
  id: string,
  workspaceId: string,
): Promise<TopUpRow> {
  const row = await reader.first(findTopUp, { id });
  if (row?.workspace_id !== workspaceId) throw topUpNotFound();
  return row;
}

function topUpNotFound(): Refusal {
  return new Refusal('top_up_not_found', 'No such top-up in this workspace.');
}
