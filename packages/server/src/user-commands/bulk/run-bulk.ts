/** hostmaster bulk run: carries a plan out at the agreed total, and waits for its end. */
import { agreeTo, credits, type PriceFlags, parseMax } from '../agree-price.ts';
import { parseWait } from '../read-input.ts';
import { withSession } from '../session.ts';
import { plural } from '../show.ts';
import { UserCommandError } from '../user-error.ts';
import { type Bulk, whileIn } from './follow-bulk.ts';
import { showOutcome } from './inspect-bulk.ts';

interface RunFlags extends PriceFlags {
  readonly wait: boolean;
  readonly timeout: string;
}

export async function runBulk(bulkId: string, flags: RunFlags): Promise<void> {
  const timeoutMs = parseWait(flags.timeout);
  parseMax(flags.maxCredits);
  const ended = await withSession(flags, async (session) => {
    const { client, call } = session;
    const { bulk: plan } = await client.getBulk({ bulkId, limit: 1 }, call);
    requirePlan(plan);
    const maxCredits = plan.credits.planned;
    await agreeTo(session, flags, { offer: offerOf(plan), amount: maxCredits });
    session.ifStopped(`It may have been started, and then it goes on. ${laterOf(bulkId)}`);
    const { bulk } = await client.startBulk({ bulkId, maxCredits }, call);
    session.ifStopped(`The service goes on with it. ${laterOf(bulkId)}`);
    const result = flags.wait ? await whileIn('running', bulk, { session, timeoutMs }) : bulk;
    await showOutcome(session, flags, result);
    return result;
  });
  const { failed } = ended.counts;
  if (!flags.wait || failed === 0) return;
  throw new UserCommandError(
    `${failed} of ${plural(ended.domains, 'domain')} failed. "hostmaster bulk show ${bulkId} --state failed" says why, and "hostmaster bulk retry ${bulkId}" plans them again.`,
    'refused',
  );
}

function requirePlan({ id, state, counts }: Bulk): void {
  if (state !== 'planned') {
    throw new UserCommandError(
      `${id} is ${state}, not planned. "hostmaster bulk show ${id}" shows it.`,
      'refused',
    );
  }
  if (counts.ready > 0) return;
  throw new UserCommandError(
    `${id} has no domain that is ready. "hostmaster bulk show ${id} --state failed" says why.`,
    'refused',
  );
}

function offerOf({ kind, counts, credits: { planned } }: Bulk): string {
  const left = counts.failed === 0 ? '' : ` ${plural(counts.failed, 'domain')} cannot be included.`;
  return `${kind} for ${plural(counts.ready, 'domain')} costs ${credits(planned)}.${left}`;
}

function laterOf(bulkId: string): string {
  return `"hostmaster bulk show ${bulkId}" shows how far it is, and "hostmaster bulk cancel ${bulkId}" cancels what has not begun.`;
}
