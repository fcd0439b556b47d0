/** hostmaster bulk plan and retry: what would be done, and for how much. Nothing is changed. */
import { type BulkKind, type Input, limits } from '@hostmaster/contract';
import { readTransferLine } from '@hostmaster/contract/transfer-line';
import { parseSwitch, parseWait, parseYears, readContact, readText } from '../read-input.ts';
import { type Session, type UserFlags, withSession } from '../session.ts';
import { UserCommandError } from '../user-error.ts';
import { type Bulk, whileIn } from './follow-bulk.ts';
import { showOutcome } from './inspect-bulk.ts';

type NewBulk = Input<'createBulk'>;

interface TimeoutFlags extends UserFlags {
  readonly timeout: string;
}

interface PlanFlags extends TimeoutFlags {
  readonly file?: string;
  readonly all?: boolean;
  readonly status?: string;
  readonly suffix?: string;
  readonly expiresBefore?: string;
  readonly years?: string;
  readonly enabled?: string;
  readonly nameservers?: string;
  readonly contact?: string;
  readonly autoRenew?: boolean;
  readonly privacy?: boolean;
  readonly template?: string;
  readonly field?: readonly string[];
  readonly replace?: boolean;
}

export async function planBulk(
  kind: BulkKind,
  names: readonly string[],
  flags: PlanFlags,
): Promise<void> {
  const timeoutMs = parseWait(flags.timeout);
  const chosen = kind === 'transfer' ? chosenTransfers(names, flags) : chosenDomains(names, flags);
  const input = { kind, ...chosen, ...parametersOf(flags) } as NewBulk;
  await plan(flags, ({ client, call }) => client.createBulk(input, call), timeoutMs);
}

export async function retryBulk(bulkId: string, flags: TimeoutFlags): Promise<void> {
  const timeoutMs = parseWait(flags.timeout);
  await plan(flags, ({ client, call }) => client.retryBulk({ bulkId }, call), timeoutMs);
}

async function plan(
  flags: UserFlags,
  begin: (session: Session) => Promise<{ readonly bulk: Bulk }>,
  timeoutMs: number,
): Promise<void> {
  await withSession(flags, async (session) => {
    session.ifStopped(
      'The service may go on planning, which changes no domain: "hostmaster bulk list" shows the plan.',
    );
    const { bulk } = await begin(session);
    await showOutcome(session, flags, await whileIn('planning', bulk, { session, timeoutMs }));
  });
}

/** By name, from a file, or by what the domains have in common. */
function chosenDomains(
  names: readonly string[],
  { file, all, status, suffix, expiresBefore }: PlanFlags,
): Pick<NewBulk, 'domains'> | { readonly filter: object } {
  const filter = {
    ...(status === undefined ? {} : { status }),
    ...(suffix === undefined ? {} : { suffix }),
    ...(expiresBefore === undefined ? {} : { expiresBefore: parseTime(expiresBefore) }),
  };
  const isFiltered = all === true || Object.keys(filter).length > 0;
  const domains = [...names, ...(file === undefined ? [] : linesIn(file))];
  if (isFiltered === domains.length > 0) {
    throw new UserCommandError(
      'Choose the domains: name them, give --file, or use --all, --status, --suffix or --expires-before instead.',
    );
  }
  if (isFiltered) return { filter };
  requireCount(domains.length);
  return { domains };
}

/** From a file only: arguments of a command can be read by others on the machine. */
function chosenTransfers(
  names: readonly string[],
  { file, all, status, suffix, expiresBefore }: PlanFlags,
): Pick<NewBulk, 'transfers'> {
  const others = [names[0], all, status, suffix, expiresBefore];
  if (file === undefined || others.some((other) => other !== undefined)) {
    throw new UserCommandError(
      'Give the domains and their auth codes with --file, one per line, such as "example.com Code-1".',
    );
  }
  const transfers = linesIn(file).map((line, index) => {
    const transfer = readTransferLine(line);
    if (transfer !== null) return transfer;
    throw new UserCommandError(
      `Domain ${index + 1} of ${file} has no auth code. Write it after the name, such as "example.com Code-1".`,
    );
  });
  requireCount(transfers.length);
  return { transfers };
}

function requireCount(count: number): void {
  if (count >= 1 && count <= limits.bulkDomainsMax) return;
  throw new UserCommandError(
    `A bulk operation has 1 to ${limits.bulkDomainsMax} domains, not ${count}.`,
  );
}

/** Empty lines and those that begin with # are left out. */
function linesIn(file: string): readonly string[] {
  return readText(file, limits.bulkBytesMax)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'));
}

/** The service refuses what a kind does not take. */
function parametersOf(flags: PlanFlags): Partial<NewBulk> {
  const { years, enabled, nameservers, contact, template, field, replace } = flags;
  return {
    ...(years === undefined ? {} : { years: parseYears(years) }),
    ...(enabled === undefined ? {} : { enabled: parseSwitch('--enabled', enabled) }),
    ...(nameservers === undefined ? {} : { nameservers: nameservers.split(',') }),
    ...(contact === undefined ? {} : { contact: readContact(contact) }),
    ...(flags.autoRenew === true ? { autoRenew: true } : {}),
    ...(flags.privacy === true ? { privacyEnabled: true } : {}),
    ...(template === undefined ? {} : { template }),
    ...(field === undefined ? {} : { fields: fieldsOf(field) }),
    ...(replace === true ? { replace } : {}),
  };
}

function fieldsOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(pair) ?? [];
      if (name !== undefined && value !== undefined) return [name, value];
      throw new UserCommandError(`--field is such as name=value, not "${pair}".`);
    }),
  );
}

function parseTime(text: string): string {
  const time = new Date(text);
  if (!Number.isNaN(time.getTime())) return time.toISOString();
  throw new UserCommandError(`--expires-before must be a date such as 2027-01-31, not "${text}".`);
}
