/**
 * hostmaster dns apply and import: a file becomes records, after the plan was shown, as one batch. Both
 * change nothing when the zone is as the file says. Apply also removes what the file does not have.
 */
import { type Input, limits, type Output } from '@hostmaster/contract';
import { typeLabel } from '@hostmaster/dns/records';
import { versionOf } from '@hostmaster/sdk';
import { type ImportPlan, type PlannedRecord, planReading } from '../../zones/import-plan.ts';
import { type Session, withSession } from '../session.ts';
import { type ConfirmFlags, requireConsent, show } from '../show.ts';
import { UserCommandError } from '../user-error.ts';
import { type RecordFile, readRecordFile } from './read-record-file.ts';

type Batch = Pick<Input<'changeRecords'>, 'creates' | 'updates' | 'deletes'>;

interface FileFlags extends ConfirmFlags {
  readonly dryRun?: boolean;
}

interface ApplyFlags extends FileFlags {
  readonly domain?: string;
}

const linesMax = 100;

export async function applyFile(file: string, flags: ApplyFlags): Promise<void> {
  await changeByFile(await readRecordFile(file, flags.domain), 'mirror', flags);
}

export async function importFile(domain: string, file: string, flags: FileFlags): Promise<void> {
  await changeByFile(await readRecordFile(file, domain), 'merge', flags);
}

async function changeByFile(
  { domain, reading }: RecordFile,
  mode: 'merge' | 'mirror',
  flags: FileFlags,
): Promise<void> {
  await withSession(flags, async (session) => {
    const list = await session.client.listRecords({ domain }, session.call);
    const records = list.records.map(storedRecord);
    const plan = await planReading({ zone: domain, pages: [records], mode }, reading);
    await carryOut(session, flags, { domain, plan, ifMatch: versionOf(list) });
  });
}

type ListedRecord = Output<'listRecords'>['records'][number];

export function storedRecord({ ttl: ttlSeconds, ...record }: ListedRecord) {
  return { ...record, ttlSeconds };
}

/** Shows the plan, asks where that is wanted, and sends it as one batch for the version it was made for. */
export async function carryOut(
  session: Session,
  flags: FileFlags,
  {
    domain,
    plan,
    ifMatch,
  }: { readonly domain: string; readonly plan: ImportPlan; readonly ifMatch: string },
): Promise<void> {
  const batch = batchOf(plan);
  const lines = [`${domain}: ${summary(plan)}`, ...planLines(plan)];
  if (editsOf(batch) === 0 || flags.dryRun === true) {
    show(flags, answerOf(domain, plan, null), [...lines, 'Nothing was changed.']);
    return;
  }
  requireOneBatch(batch);
  await requireConsent(flags, session, { lines, question: 'Apply these changes?' });
  session.ifStopped(
    `The changes were made all together or not at all: "hostmaster dns history ${domain}" says which.`,
  );
  const { client, call } = session;
  const { revision } = await client.changeRecords({ domain, ...batch }, { ...call, ifMatch });
  const shown = flags.yes === true ? lines : [];
  const end = `Applied; this is revision ${revision}. "hostmaster dns wait ${domain}" waits until it is served.`;
  show(flags, answerOf(domain, plan, revision), [...shown, end]);
}

function batchOf({ added, changed, removed }: ImportPlan): Required<Batch> {
  return {
    creates: added.map(({ name, type, ttl, value }) => ({ name, type, ttl, value })),
    updates: changed.map(({ id, after }) => ({ id, ...after })),
    deletes: removed.map(({ id }) => ({ id })),
  };
}

function editsOf({ creates, updates, deletes }: Required<Batch>): number {
  return creates.length + updates.length + deletes.length;
}

function requireOneBatch(batch: Required<Batch>): void {
  const edits = editsOf(batch);
  if (edits <= limits.batchEditsMax) return;
  throw new UserCommandError(
    `The file makes ${edits} changes, and one batch has at most ${limits.batchEditsMax}. Nothing was changed; begin with a part of the file and "hostmaster dns import".`,
  );
}

function summary({ added, changed, removed, unchanged }: ImportPlan): string {
  return `${added.length} added, ${changed.length} changed, ${removed.length} removed, ${unchanged} unchanged`;
}

function planLines(plan: ImportPlan): string[] {
  const lines = [
    ...plan.removed.map((record) => `- ${recordLine(record)}`),
    ...plan.changed.flatMap(({ before, after }) => [
      `- ${recordLine(before)}`,
      `+ ${recordLine(after)}`,
    ]),
    ...plan.added.map((record) => `+ ${recordLine(record)}`),
  ];
  const hidden = lines.length - linesMax;
  return [
    ...lines.slice(0, linesMax),
    ...(hidden > 0 ? [`  and ${hidden} more lines; --dry-run --json shows all`] : []),
    ...plan.notes.first.map(({ line, note }) => `  line ${line}: ${note}`),
  ];
}

export function recordLine({ name, ttl, type, value }: PlannedRecord): string {
  return `${name} ${ttl} ${typeLabel(type)} ${value}`;
}

function answerOf(domain: string, plan: ImportPlan, revision: number | null): object {
  const { added, changed, removed, unchanged } = plan;
  return { domain, applied: revision !== null, revision, added, changed, removed, unchanged };
}
