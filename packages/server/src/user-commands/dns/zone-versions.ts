/** hostmaster dns history, diff, restore and wait: earlier versions of a zone, and where the latest one is. */
import { limits, type Output } from '@hostmaster/contract';
import { versionOf, waitUntilServed } from '@hostmaster/sdk';
import { parseWait, parseWhole } from '../read-input.ts';
import { type UserFlags, withSession } from '../session.ts';
import { type ConfirmFlags, requireConsent, show, showTable, withProgress } from '../show.ts';
import { recordLine } from './apply-records.ts';

type Change = Output<'compareRevisions'>['changes'][number];

interface HistoryFlags extends UserFlags {
  readonly limit: string;
}

interface RestoreFlags extends ConfirmFlags {
  readonly dryRun?: boolean;
}

interface WaitFlags extends UserFlags {
  readonly timeout: string;
}

const revisionBounds = { min: 0, max: 2 ** 31 - 1 };

export async function showHistory(domain: string, flags: HistoryFlags): Promise<void> {
  const limit = parseWhole('--limit', flags.limit, { min: 1, max: limits.revisionsPerPageMax });
  const answer = await withSession(flags, ({ client, call }) =>
    client.listRevisions({ domain, limit }, call),
  );
  showTable(flags, answer, {
    head: ['REVISION', 'AT', 'BY', 'VIA', 'CHANGES'],
    rows: answer.revisions.map(({ revision, at, actor, via, nameservers, ...counts }) => [
      revision,
      at,
      `${actor.kind} ${actor.id}`,
      via,
      nameservers === undefined
        ? `+${counts.added} ~${counts.changed} -${counts.removed}`
        : `nameservers: ${nameservers.after.join(', ')}`,
    ]),
    empty: `${domain} has no changes yet.`,
  });
}

export async function showDiff(
  domain: string,
  from: string | undefined,
  to: string | undefined,
  flags: UserFlags,
): Promise<void> {
  const versions = {
    ...(from === undefined ? {} : { from: parseWhole('The revision', from, revisionBounds) }),
    ...(to === undefined ? {} : { to: parseWhole('The revision', to, revisionBounds) }),
  };
  const answer = await withSession(flags, ({ client, call }) =>
    client.compareRevisions({ domain, ...versions }, call),
  );
  const lines = answer.changes.flatMap(changeLines);
  show(flags, answer, lines.length === 0 ? ['No changes.'] : lines);
}

export async function restoreZone(
  domain: string,
  revisionText: string,
  flags: RestoreFlags,
): Promise<void> {
  const revision = parseWhole('The revision', revisionText, revisionBounds);
  await withSession(flags, async (session) => {
    const { client, call } = session;
    const list = await client.listRecords({ domain }, call);
    const { revisions } = await client.listRevisions({ domain, limit: 1 }, call);
    const from = revisions[0]?.revision ?? 0;
    const { changes } = await client.compareRevisions({ domain, from, to: revision }, call);
    const lines = changes.flatMap(changeLines);
    if (lines.length === 0 || flags.dryRun === true) {
      show(flags, { domain, applied: false, changes }, [...lines, 'Nothing was changed.']);
      return;
    }
    const question = `Make the records of ${domain} what they were at revision ${revision}?`;
    await requireConsent(flags, session, { lines, question });
    session.ifStopped(
      `The records may have been restored: "hostmaster dns history ${domain}" says so.`,
    );
    const options = { ...call, ifMatch: versionOf(list) };
    const answer = await client.restoreRevision({ domain, revision }, options);
    show(flags, { domain, applied: true, ...answer }, [
      ...(flags.yes === true ? lines : []),
      `${domain} is as it was at revision ${revision}; this is revision ${answer.revision}.`,
    ]);
  });
}

export async function waitForZone(domain: string, flags: WaitFlags): Promise<void> {
  const timeoutMs = parseWait(flags.timeout);
  const serial = await withSession(flags, ({ client, signal, ifStopped }) => {
    ifStopped('The nameservers go on fetching the zone.');
    return withProgress(`Waiting until ${domain} is served…`, () =>
      waitUntilServed(client, domain, { timeoutMs, signal }),
    );
  });
  show(flags, { domain, serial }, [`Every nameserver of ${domain} has serial ${serial}.`]);
}

function changeLines({ before, after }: Change): string[] {
  return [
    ...(before === undefined ? [] : [`- ${recordLine(before)}`]),
    ...(after === undefined ? [] : [`+ ${recordLine(after)}`]),
  ];
}
