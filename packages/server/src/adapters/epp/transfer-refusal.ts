/**
 * What stands in the way of a refused transfer. Registries use several codes for the same cause, so
 * what `info` shows of the name decides with the code.
 */
import { dayMs } from '@hostmaster/contract/durations';
import type { DomainInfo } from '@hostmaster/epp';
import type { RefusedOutcome } from '../../registrars/registrar.ts';
import { lockStatus } from './domain-view.ts';

type Obstacle = Pick<RefusedOutcome, 'isWrongAuthCode' | 'isLocked' | 'isTooEarly'>;
type Shown = Pick<DomainInfo, 'statuses' | 'rgpStatuses' | 'createdAt' | 'transferredAt'>;

const wrongAuthCode = 2202;
const notAuthorised = 2201;
const notEligible = 2106;
const statusProhibits = 2304;
const pendingTransfer = 2300;
/** Besides them: value policy and data policy. */
const unclearCodes: ReadonlySet<number> = new Set([
  notEligible,
  notAuthorised,
  statusProhibits,
  2306,
  2308,
]);

/** ICANN's transfer policy, and what most other registries do. */
const transferableAfterMs = 60 * dayMs;
/** Grace periods that begin with a registration and a transfer (RFC 3915). */
const earlyPeriods = ['addPeriod', 'transferPeriod'];

/** Whether the name has to be looked at. */
export function isUnclear(code: number): boolean {
  return unclearCodes.has(code);
}

export function obstacleOf(refusal: {
  readonly code: number;
  /** Null where the registry shows us nothing, also with the auth code. */
  readonly shown: Shown | null;
  /** Calendar time. */
  readonly at: number;
}): Obstacle {
  const { code, shown, at } = refusal;
  if (code === wrongAuthCode) return { isWrongAuthCode: true };
  if (!isUnclear(code)) return {};
  // A lock can be lifted at once, the first days cannot.
  if (shown !== null && isEarly(shown, at)) return { isTooEarly: true };
  if (shown?.statuses.includes(lockStatus) === true) return { isLocked: true };
  if (code === notEligible) return { isTooEarly: true };
  // A registry that hides statuses usually means the lock.
  const isHidden = shown === null || shown.statuses.every((status) => status === 'ok');
  if (code === statusProhibits && isHidden) return { isLocked: true };
  // The code that we sent does not open the name.
  if (code === notAuthorised && shown === null) return { isWrongAuthCode: true };
  return {};
}

/** A sentence for people, with the registry's own words. */
export function reasonOf(
  { isWrongAuthCode, isLocked, isTooEarly }: Obstacle,
  { code, message }: { readonly code: number; readonly message: string },
): string {
  const readable =
    (isTooEarly && 'The registry does not transfer this name yet') ||
    (isLocked && 'The current registrar has locked this name') ||
    (isWrongAuthCode && 'The auth code is wrong or has expired') ||
    (code === pendingTransfer && 'A transfer of this name is pending already');
  return readable ? `${readable}: ${message}` : message;
}

/** A status of the registry without a date means the first days, too. */
function isEarly({ statuses, rgpStatuses, createdAt, transferredAt }: Shown, at: number): boolean {
  if (rgpStatuses.some((status) => earlyPeriods.includes(status))) return true;
  const dates = [createdAt, transferredAt].flatMap((date) => date?.getTime() ?? []);
  if (dates.length === 0) return statuses.includes('serverTransferProhibited');
  return Math.max(...dates) + transferableAfterMs > at;
}
