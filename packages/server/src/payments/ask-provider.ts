/**
 * Queries the provider for the state of a payment, so that a lost webhook does not lose a
 * customer's payment. The answer is applied like an event, so the order of answer and webhook does
 * not matter.
 */
import { noChange } from '../changes/change.ts';
import { ofWorkspace, persist } from '../changes/persist.ts';
import { lockTopUp } from '../storage/queries/credits/top-ups.ts';
import { update } from '../storage/row-write.ts';
import { type TopUp, topUps } from '../storage/tables/credits/top-ups.ts';
import { applyNotification } from './apply-notification.ts';
import type { CheckoutSession, SessionNotification } from './payment-method.ts';
import type { PaymentServices } from './payment-services.ts';

/** Throws CheckoutUnavailable; false while another process queries the same top-up. */
export async function askProvider(services: PaymentServices, topUp: TopUp): Promise<boolean> {
  const { method, database, clock } = services;
  const { id, sessionId, askedAt: before } = topUp;
  if (method.provider !== 'stripe' || sessionId === null) return false;
  const now = clock.now();
  const isOurs = await persist(database, {
    ...ofWorkspace(topUp.workspaceId),
    load: (reader) => reader.first(lockTopUp, { id }),
    decide(current) {
      if (current?.state !== 'created' || current.askedAt !== before) {
        return { answer: false, change: noChange };
      }
      return { answer: true, change: { rows: [update(topUps, { id }, { askedAt: now })] } };
    },
  });
  if (!isOurs) return false;
  const session = await method.checkout.find(sessionId);
  const event = eventOf(session);
  if (event.outcome !== 'pending') await applyNotification(services, event);
  return true;
}

/** The same answer always gets the same event id. */
function eventOf(session: CheckoutSession): SessionNotification {
  const outcome = session.isPaid ? 'paid' : session.status === 'expired' ? 'expired' : 'pending';
  return { kind: 'session', id: `asked:${session.id}:${outcome}`, type: 'asked', outcome, session };
}
