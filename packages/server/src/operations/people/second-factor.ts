/** The second factors of an account, and the use of a code: attempts are counted, each code works once. */
import { Refusal } from '../../base/errors.ts';
import { once } from '../../base/once.ts';
import { type Change, combine } from '../../changes/change.ts';
import type { MemberFact } from '../../facts/workspaces.ts';
import { recoveryCodeUsed } from '../../notices/account-notices.ts';
import { personalMail } from '../../notices/new-mail.ts';
import { listPasskeys } from '../../storage/queries/people/passkeys.ts';
import { findTotp, listRecoveryCodes } from '../../storage/queries/people/second-factors.ts';
import { findSessionFrom } from '../../storage/queries/people/sessions.ts';
import { type RowWrite, remove, removeAll, update } from '../../storage/row-write.ts';
import type { HostmasterReader } from '../../storage/schema.ts';
import { type Passkey, passkeys } from '../../storage/tables/people/passkeys.ts';
import { type RecoveryCode, recoveryCodes } from '../../storage/tables/people/recovery-codes.ts';
import { type SecondFactorKind, sessions } from '../../storage/tables/people/sessions.ts';
import { type TotpSecret, totpSecrets } from '../../storage/tables/people/totp-secrets.ts';
import type { User } from '../../storage/tables/people/users.ts';
import { newRecoveryCodes, recoveryHash } from '../../users/recovery-codes.ts';
import type { PasswordAttempt } from '../../users/throttle.ts';
import { stepOfCode } from '../../users/totp.ts';
import type { AccountCall, VisitorCall } from './account-call.ts';
import { loadOwnWorkspaces, type OwnWorkspaces, ownDeed } from './in-each-workspace.ts';

export interface SecondFactors {
  /** Confirmed or not. */
  readonly totp: TotpSecret | undefined;
  readonly recoveryCodes: readonly Pick<RecoveryCode, 'hash'>[];
  readonly passkeys: readonly Passkey[];
}

export async function loadSecondFactors(
  reader: HostmasterReader,
  userId: string,
): Promise<SecondFactors> {
  const [totp, codes, passkeys] = await Promise.all([
    reader.first(findTotp, { userId }),
    reader.all(listRecoveryCodes, { userId }),
    reader.all(listPasskeys, { userId }),
  ]);
  return { totp, recoveryCodes: codes, passkeys };
}

/** With what the activity needs of a change of them. */
export async function loadOwnFactors(
  reader: HostmasterReader,
  userId: string,
): Promise<{ readonly factors: SecondFactors; readonly workspaces: OwnWorkspaces }> {
  const [factors, workspaces] = await Promise.all([
    loadSecondFactors(reader, userId),
    loadOwnWorkspaces(reader, userId),
  ]);
  return { factors, workspaces };
}

export function factorDeed(
  call: VisitorCall,
  { email }: Pick<User, 'email'>,
  workspaces: OwnWorkspaces,
  change: Extract<MemberFact, { kind: 'member.change_factor' }>['change'],
): Change {
  return ownDeed(call, workspaces, { kind: 'member.change_factor', email, change });
}

/** Sign-in needs one of them. */
export function hasSecondFactor(factors: SecondFactors): boolean {
  return hasTotp(factors) || factors.passkeys.length > 0;
}

export function hasTotp({ totp }: SecondFactors): boolean {
  return totp !== undefined && totp.confirmedAt !== null;
}

/**
 * What follows a new second factor. The first one comes with recovery codes, and all other sessions end,
 * which have given none.
 */
export function addedFactor(
  { sessionId, accountId: userId, now }: AccountCall,
  factor: SecondFactorKind,
  before: { readonly factors: SecondFactors; readonly own: readonly { readonly id: string }[] },
): { readonly codes: readonly string[]; readonly change: Change } {
  if (hasSecondFactor(before.factors)) return { codes: [], change: {} };
  const { codes, rows } = newRecoveryCodes(userId);
  const others = before.own.map(({ id }) => id).filter((id) => id !== sessionId);
  const given = update(sessions, { id: sessionId }, { factorAt: now, factor });
  return { codes, change: { rows: [...rows, given, removeAll(sessions, { userId, id: others })] } };
}

/** All second factors go, and all sessions with them. */
export function factorRemovals(userId: string): readonly RowWrite[] {
  return [totpSecrets, passkeys, recoveryCodes, sessions].map((table) =>
    removeAll(table, { userId }),
  );
}

/** Recovery codes go with the last second factor. */
export function unusedRecoveryCodes(userId: string, left: SecondFactors): readonly RowWrite[] {
  return hasSecondFactor(left) ? [] : [removeAll(recoveryCodes, { userId })];
}

/** Counts attempts at codes of one account from one address. */
export interface CodeAttempt {
  /** Throws when there were too many. A change may be decided more than once: it counts once. */
  count(): void;
  succeed(): void;
}

/** `isFamiliar` is false within a session: a stolen one must not widen the limit. */
export async function beginCodeAttempt(
  { services, address, session }: VisitorCall,
  userId: string,
): Promise<CodeAttempt> {
  const known = await services.database.first(findSessionFrom, { userId, address });
  const isFamiliar = session === null && known !== undefined;
  const counted: PasswordAttempt = { address, account: userId, isFamiliar };
  return {
    count: once(() => services.throttle.countCode(counted)),
    succeed: () => services.throttle.recordCode(counted),
  };
}

type CodeUser = Pick<User, 'id' | 'email' | 'emailVerifiedAt'>;

/** What becomes true with a right code; throws for any other. */
export function useCode(
  call: VisitorCall,
  use: { readonly user: CodeUser; readonly factors: SecondFactors; readonly code: string },
): { readonly factor: SecondFactorKind; readonly change: Change } {
  const { user, factors } = use;
  const { totp } = factors;
  const code = use.code.replaceAll(/\s/g, '');
  if (totp !== undefined && totp.confirmedAt !== null) {
    const step = newStep(call, totp, code);
    if (step !== null) return { factor: 'totp', change: acceptStep(totp, step) };
  }
  const hash = recoveryHash(user.id, code);
  if (!factors.recoveryCodes.some((known) => known.hash === hash)) throw wrongCode();
  const left = factors.recoveryCodes.length - 1;
  const notice = recoveryCodeUsed(call.services, { left, address: call.address });
  const removal = { rows: [remove(recoveryCodes, { userId: user.id, hash })] };
  return { factor: 'recovery_code', change: combine(removal, noticeTo(call, user, notice)) };
}

/** The step of a right code that was not used before. */
export function newStep(
  { services, now }: VisitorCall,
  totp: TotpSecret,
  code: string,
): number | null {
  const step = stepOfCode(services.operations.secrets.open(totp.secret), code, now);
  return step !== null && step > totp.lastStep ? step : null;
}

/** Uses a code up: one of two requests with it at the same time succeeds. */
export function acceptStep(
  { userId, lastStep }: TotpSecret,
  step: number,
  changes: Partial<Pick<TotpSecret, 'confirmedAt'>> = {},
): Change {
  return {
    rows: [update(totpSecrets, { userId, lastStep }, { ...changes, lastStep: step })],
  };
}

/** Mail to the address of an account, once it is confirmed. */
export function noticeTo(
  { now }: Pick<VisitorCall, 'now'>,
  user: CodeUser,
  notice: Parameters<typeof personalMail>[0]['notice'],
): Change {
  if (user.emailVerifiedAt === null) return {};
  return { mails: [personalMail({ cause: user.id, recipient: user.email, at: now, notice })] };
}

export function wrongCode(): Refusal {
  return new Refusal(
    'wrong_code',
    "Incorrect code. Codes change every 30 seconds and work once. Check that your phone's clock is right.",
  );
}

export function noSecondFactor(): Refusal {
  return new Refusal('second_factor_not_found', 'This second factor is not set up.');
}
