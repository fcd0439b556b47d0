/** What the registry answers a command: a result code of RFC 5730, section 3, and what belongs to it. */
import type { ExecutedCommand } from './storage/tables/transactions.ts';

export interface RegistryReply {
  readonly code: number;
  readonly message: string;
  readonly expiresAt: number | null;
  /** When a pending command will be decided, in machine time; null: by its calendar date. */
  readonly settlesAt: number | null;
  /** Simulates a lost reply: the front must drop it, so that the client times out. */
  readonly isLost: boolean;
}

export const resultCode = {
  done: 1000,
  pending: 1001,
  useError: 2002,
  missingParameter: 2003,
  valueRange: 2004,
  valueSyntax: 2005,
  unimplementedOption: 2102,
  billingFailure: 2104,
  notTransferable: 2106,
  notYours: 2201,
  wrongAuthCode: 2202,
  pendingTransfer: 2300,
  notPendingTransfer: 2301,
  exists: 2302,
  doesNotExist: 2303,
  statusProhibits: 2304,
  associationProhibits: 2305,
  valuePolicy: 2306,
  policyViolation: 2308,
  commandFailed: 2400,
} as const;

export function doneReply(expiresAt: number): RegistryReply {
  return reply(resultCode.done, 'Command completed successfully', { expiresAt });
}

export function pendingReply(command: {
  readonly expiresAt: number;
  readonly settlesAt: number | null;
}): RegistryReply {
  return reply(resultCode.pending, 'Command completed successfully; action pending', command);
}

export function refusal(code: number, message: string): RegistryReply {
  return reply(code, message, {});
}

/** The command was lost before the registry processed it. */
export function timeoutReply(): RegistryReply {
  return { ...reply(resultCode.commandFailed, 'Command failed', {}), isLost: true };
}

export function isSuccess(given: RegistryReply): boolean {
  return given.code < 2000;
}

export function replyOf(executed: ExecutedCommand): RegistryReply {
  return reply(executed.code, executed.message, executed);
}

function reply(
  code: number,
  message: string,
  dates: { expiresAt?: number | null; settlesAt?: number | null },
): RegistryReply {
  const { expiresAt = null, settlesAt = null } = dates;
  return { code, message, expiresAt, settlesAt, isLost: false };
}
