/** hostmaster bulk list, show and cancel, and how the other commands print an operation. */
import { limits } from '@hostmaster/contract';
import { credits } from '../agree-price.ts';
import { parseWhole } from '../read-input.ts';
import { type Session, type UserFlags, withSession } from '../session.ts';
import {
  type ConfirmFlags,
  day,
  fieldLines,
  plural,
  requireConsent,
  show,
  showTable,
} from '../show.ts';
import type { Bulk } from './follow-bulk.ts';

export const itemStates = ['ready', 'done', 'failed', 'cancelled'] as const;

interface LimitFlags extends UserFlags {
  readonly limit: string;
}

interface ShowFlags extends LimitFlags {
  readonly state?: (typeof itemStates)[number];
}

const pageBounds = { min: 1, max: limits.bulkPageMax };
/** Failures that are printed with a plan or a result; `bulk show` lists all. */
const failuresShown = 20;

export async function listBulks(flags: LimitFlags): Promise<void> {
  const limit = parseWhole('--limit', flags.limit, pageBounds);
  const answer = await withSession(flags, ({ client, call }) => client.listBulks({ limit }, call));
  showTable(flags, answer, {
    head: ['ID', 'KIND', 'STATE', 'DONE', 'FAILED', 'DOMAINS', 'CREDITS', 'CREATED'],
    rows: answer.bulks.map(({ id, kind, state, counts, domains, ...bulk }) => [
      id,
      kind,
      state,
      counts.done,
      counts.failed,
      domains,
      bulk.credits.charged + bulk.credits.planned,
      day(bulk.createdAt),
    ]),
    empty: 'No bulk operations yet. Plan one with "hostmaster bulk plan".',
  });
}

export async function showBulk(bulkId: string, flags: ShowFlags): Promise<void> {
  const limit = parseWhole('--limit', flags.limit, pageBounds);
  const { state } = flags;
  const answer = await withSession(flags, ({ client, call }) =>
    client.getBulk({ bulkId, limit, ...(state === undefined ? {} : { state }) }, call),
  );
  const { bulk, items, cursor } = answer;
  if (flags.json === true) {
    show(flags, answer, []);
    return;
  }
  show(flags, answer, [...bulkLines(bulk), '']);
  showTable(flags, answer, {
    head: ['NAME', 'STATE', 'CREDITS', 'REASON'],
    rows: items.map((item) => [item.domain, item.state, item.credits, item.error?.message ?? '']),
    empty: 'No such domains.',
  });
  if (cursor !== null) show(flags, answer, [`More with --limit, up to ${limits.bulkPageMax}.`]);
}

export async function cancelBulk(bulkId: string, flags: ConfirmFlags): Promise<void> {
  await withSession(flags, async (session) => {
    const { client, call } = session;
    const { bulk: before } = await client.getBulk({ bulkId, limit: 1 }, call);
    const question = `Cancel what has not begun, ${plural(before.counts.ready, 'domain')}?`;
    await requireConsent(flags, session, { lines: bulkLines(before), question });
    session.ifStopped(`It may have been cancelled: "hostmaster bulk show ${bulkId}" says so.`);
    await showOutcome(session, flags, (await client.cancelBulk({ bulkId }, call)).bulk);
  });
}

/** The operation and its first failures. */
export async function showOutcome(
  { client, call }: Session,
  flags: UserFlags,
  bulk: Bulk,
): Promise<void> {
  const page = { bulkId: bulk.id, state: 'failed', limit: failuresShown } as const;
  const { items: failures } =
    bulk.counts.failed === 0 ? { items: [] } : await client.getBulk(page, call);
  const hidden = bulk.counts.failed - failures.length;
  show(flags, { bulk, failures }, [
    ...bulkLines(bulk),
    ...failures.map(({ domain, error }) => `! ${domain}: ${error?.message ?? 'failed'}`),
    ...(hidden > 0 ? [`  and ${hidden} more`] : []),
    ...(bulk.state === 'planned' && bulk.counts.ready > 0
      ? [`Nothing was changed yet. Carry it out with "hostmaster bulk run ${bulk.id}".`]
      : []),
  ]);
}

function bulkLines(bulk: Bulk): readonly string[] {
  const { counts } = bulk;
  const shown = (['planning', 'ready', 'done', 'failed', 'cancelled'] as const)
    .filter((state) => counts[state] > 0)
    .map((state) => `${counts[state]} ${state}`);
  return fieldLines({
    Id: bulk.id,
    Kind: bulk.kind,
    State: bulk.state,
    Domains: shown.join(', '),
    ...(bulk.credits.planned > 0 ? { Price: credits(bulk.credits.planned) } : {}),
    ...(bulk.credits.charged > 0 ? { Paid: credits(bulk.credits.charged) } : {}),
  });
}
